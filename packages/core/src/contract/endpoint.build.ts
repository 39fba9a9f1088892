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

interface AnswerFormat {
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
  access: Who,
  answer: Schema<Answer>,
  format?: AnswerFormat,
): ContractCall<Who, Answer, undefined, Params, Query> {
  return { method: 'GET', path, access, bodyFormat: 'none', answer, hasDataKey: false, ...format };
}

/** Defines a POST endpoint without a body. */
/* @__NO_SIDE_EFFECTS__ */ export function act<
  Who extends Access,
  Answer,
  Params extends PathParams | undefined,
>(path: string, access: Who, answer: Schema<Answer>): ContractCall<Who, Answer, undefined, Params> {
  return { method: 'POST', path, access, bodyFormat: 'none', answer, hasDataKey: false };
}

/** Defines a POST endpoint with a body, JSON by default. */
/* @__NO_SIDE_EFFECTS__ */ export function post<
  Who extends Access,
  Answer,
  Body,
  Params extends PathParams | undefined,
>(
  path: string,
  access: Who,
  answer: Schema<Answer>,
  format?: AnswerFormat & { readonly bodyFormat?: BodyFormat },
): ContractCall<Who, Answer, Body, Params> {
  return { method: 'POST', path, access, bodyFormat: 'json', answer, hasDataKey: false, ...format };
}
