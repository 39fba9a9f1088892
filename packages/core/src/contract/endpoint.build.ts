// Builds the endpoints of the contract. The annotations let bundlers remove unused endpoints.
import * as v from 'valibot';
import type {
  Access,
  BodyFormat,
  ContractCall,
  PathParams,
  QueryParams,
  UnknownAnswer,
} from './endpoint.types.ts';
import type { Schema } from './schema.ts';

/** Schema of an answer whose body is ignored. */
export const unknownAnswer: Schema<UnknownAnswer> = /* @__PURE__ */ v.unknown();

interface CallOptions<Who extends Access> {
  readonly access: Who;
  readonly hasDataKey?: boolean;
  readonly maxAnswerBytes?: number;
}

/** Defines a GET endpoint. */
/* @__NO_SIDE_EFFECTS__ */ export function get<
  Who extends Access,
  Answer,
  Params extends PathParams | undefined,
  Query extends QueryParams | undefined,
>(
  path: string,
  answer: Schema<Answer>,
  options: CallOptions<Who>,
): ContractCall<Who, Answer, undefined, Params, Query> {
  return { method: 'GET', path, bodyFormat: 'none', answer, hasDataKey: false, ...options };
}

/** Defines a POST endpoint without a body. */
/* @__NO_SIDE_EFFECTS__ */ export function act<
  Who extends Access,
  Answer,
  Params extends PathParams | undefined,
>(
  path: string,
  answer: Schema<Answer>,
  options: CallOptions<Who>,
): ContractCall<Who, Answer, undefined, Params> {
  return { method: 'POST', path, bodyFormat: 'none', answer, hasDataKey: false, ...options };
}

/** Defines a POST endpoint with a body, JSON by default. */
/* @__NO_SIDE_EFFECTS__ */ export function post<
  Who extends Access,
  Answer,
  Body,
  Params extends PathParams | undefined,
>(
  path: string,
  answer: Schema<Answer>,
  options: CallOptions<Who> & { readonly bodyFormat?: BodyFormat },
): ContractCall<Who, Answer, Body, Params> {
  return { method: 'POST', path, bodyFormat: 'json', answer, hasDataKey: false, ...options };
}
