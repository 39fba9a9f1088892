// Writes a call down; unused calls fall out of a bundle (hence the annotations).
import * as v from 'valibot';
import type { BodyFormat, Endpoint, PathParams, QueryParams, UnknownAnswer } from './endpoint.types.ts';
import type { Schema } from './schema.ts';

/** The schema of an answer of which only the status is read. */
export const unknownAnswer: Schema<UnknownAnswer> = /* @__PURE__ */ v.unknown();

/** A GET. */
/* @__NO_SIDE_EFFECTS__ */ export function get<
  Answer,
  Params extends PathParams | undefined,
  Query extends QueryParams | undefined,
>(path: string, answer: Schema<Answer>, hasDataKey = false): Endpoint<Answer, undefined, Params, Query> {
  return { method: 'GET', path, bodyFormat: 'none', answer, hasDataKey };
}

/** A POST without a body. */
/* @__NO_SIDE_EFFECTS__ */ export function act<Answer, Params extends PathParams | undefined>(
  path: string,
  answer: Schema<Answer>,
): Endpoint<Answer, undefined, Params> {
  return { method: 'POST', path, bodyFormat: 'none', answer, hasDataKey: false };
}

/** A POST with a body. */
/* @__NO_SIDE_EFFECTS__ */ export function post<Answer, Body, Params extends PathParams | undefined>(
  path: string,
  answer: Schema<Answer>,
  format: {
    readonly bodyFormat?: BodyFormat;
    readonly hasDataKey?: boolean;
    readonly maxAnswerBytes?: number;
  } = {},
): Endpoint<Answer, Body, Params> {
  return { method: 'POST', path, bodyFormat: 'json', answer, hasDataKey: false, ...format };
}
