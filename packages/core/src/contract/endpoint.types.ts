// The types of a call: its row in the contract, and what it takes and returns.
import type { Schema } from './schema.ts';

/** The format of a body. */
export type BodyFormat = 'none' | 'json' | 'multipart';

/**
 * An endpoint. `Body`, `Params` (the `{…}` of the path) and `Query` are its input, `Response` its result.
 */
export interface Endpoint<
  Response,
  Body = undefined,
  Params extends PathParams | undefined = undefined,
  Query extends QueryParams | undefined = undefined,
> {
  readonly method: 'GET' | 'POST';
  /** Path below the API prefix, for example `/web/chat/{id}`. */
  readonly path: string;
  readonly bodyFormat: BodyFormat;
  /** Schema of a successful response. */
  readonly response: Schema<Response>;
  /** Whether the canonical response itself has the key `data` (both forms are read). */
  readonly hasDataKey: boolean;
  /** Maximum size of a response in bytes, when it can be longer than 5 MiB. */
  readonly maxResponseBytes?: number;
  /** Phantom property for the input types; never present at run time. */
  readonly input?: { readonly body: Body; readonly params: Params; readonly query: Query };
}

/**
 * The access that an endpoint requires. `visitor`: none; `member`: signed in; `subscriber`: signed in with unexpired
 * access. Objects of other users (subscriptions, chats) are 404.
 */
export type Access = 'visitor' | 'member' | 'subscriber';

/** One row of the contract: an endpoint and its access. */
export interface ContractCall<
  Who extends Access,
  Response,
  Body = undefined,
  Params extends PathParams | undefined = undefined,
  Query extends QueryParams | undefined = undefined,
> extends Endpoint<Response, Body, Params, Query> {
  readonly access: Who;
}

export type PathParams = Readonly<Record<string, string | number>>;
export type QueryParams = Readonly<Record<string, string | number | undefined>>;

/** Parameters of a path with one id. */
export type Id = { readonly id: number };

/** A response whose body is unspecified: only its status is read. */
export type UnknownResponse = unknown;

/** An endpoint with the schema of its body, for servers. Clients need no body schemas. */
export type ServedEndpoint<E> = E & {
  /** Null for an endpoint without a body. */
  readonly body: Schema<BodyOf<E>> | null;
};

/** The response of an endpoint. */
export type ResponseOf<E> =
  E extends Endpoint<infer Response, infer _B, infer _P, infer _Q> ? Response : never;
/** The body of an endpoint. */
export type BodyOf<E> = E extends Endpoint<infer _A, infer Body, infer _P, infer _Q> ? Body : never;
/** The path parameters of an endpoint. */
export type ParamsOf<E> = E extends Endpoint<infer _A, infer _B, infer Params, infer _Q> ? Params : never;
/** The query parameters of an endpoint. */
export type QueryOf<E> = E extends Endpoint<infer _A, infer _B, infer _P, infer Query> ? Query : never;
