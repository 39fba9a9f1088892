// The types of a call: its row in the contract, and what it takes and returns.
import type { Schema } from './schema.ts';

/** How a body travels. */
export type BodyFormat = 'none' | 'json' | 'multipart';

/**
 * One call. `Body`, `Params` (the `{…}` of the path) and `Query` are what the caller gives, `Answer` what it gets.
 */
export interface Endpoint<
  Answer,
  Body = undefined,
  Params extends PathParams | undefined = undefined,
  Query extends QueryParams | undefined = undefined,
> {
  readonly method: 'GET' | 'POST';
  /** Below the API's prefix, for example `/web/chat/{id}`. */
  readonly path: string;
  readonly bodyFormat: BodyFormat;
  /** What the client reads from a successful answer. */
  readonly answer: Schema<Answer>;
  /** True where the canonical answer itself has the key `data` (both forms are read). */
  readonly hasDataKey: boolean;
  /** The longest answer that is read, in bytes, where the call promises longer ones than 5 MiB. */
  readonly maxAnswerBytes?: number;
  /** Phantom: never present at run time; carries the types of what the caller gives. */
  readonly input?: { readonly body: Body; readonly params: Params; readonly query: Query };
}

/**
 * Who may make a call. `visitor`: everyone; `member`: signed in; `subscriber`: signed in, with access that has not
 * ended. Another user's object (a subscription, a chat) is 404 besides.
 */
export type Access = 'visitor' | 'member' | 'subscriber';

/** One row of the contract: a call, and who may make it. */
export interface ContractCall<
  Who extends Access,
  Answer,
  Body = undefined,
  Params extends PathParams | undefined = undefined,
  Query extends QueryParams | undefined = undefined,
> extends Endpoint<Answer, Body, Params, Query> {
  readonly access: Who;
}

export type PathParams = Readonly<Record<string, string | number>>;
export type QueryParams = Readonly<Record<string, string | number | undefined>>;

/** The parameter of a path with one id. */
export type Id = { readonly id: number };

/** An answer whose shape the contract leaves open: only its status is read. */
export type UnknownAnswer = unknown;

/** A call with what a server accepts in it. A client sends bodies as their types say, so it carries no schemas of them. */
export type ServedEndpoint<E> = E & {
  /** Null where the call has no body. */
  readonly body: Schema<BodyOf<E>> | null;
};

/** What a call answers. */
export type AnswerOf<E> = E extends Endpoint<infer Answer, infer _B, infer _P, infer _Q> ? Answer : never;
/** What a call's body holds. */
export type BodyOf<E> = E extends Endpoint<infer _A, infer Body, infer _P, infer _Q> ? Body : never;
/** A call's path parameters. */
export type ParamsOf<E> = E extends Endpoint<infer _A, infer _B, infer Params, infer _Q> ? Params : never;
/** A call's query parameters. */
export type QueryOf<E> = E extends Endpoint<infer _A, infer _B, infer _P, infer Query> ? Query : never;
