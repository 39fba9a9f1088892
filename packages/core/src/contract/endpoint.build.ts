// Builds the endpoints of the contract. The annotations let bundlers remove unused endpoints.
import * as v from 'valibot';
import type {
  Access,
  BodyFormat,
  ContractCall,
  PathParams,
  QueryParams,
  UnknownResponse,
} from './endpoint.types.ts';
import type { Schema } from './schema.ts';

/** Schema of a response whose body is ignored. */
export const unknownResponse: Schema<UnknownResponse> = /* @__PURE__ */ v.unknown();

interface CallOptions<Who extends Access> {
  readonly access: Who;
  readonly hasDataKey?: boolean;
  readonly maxResponseBytes?: number;
}

/** Defines a GET endpoint. */
/* @__NO_SIDE_EFFECTS__ */ export function get<
  Who extends Access,
  Response,
  Params extends PathParams | undefined,
  Query extends QueryParams | undefined,
>(
  path: string,
  response: Schema<Response>,
  options: CallOptions<Who>,
): ContractCall<Who, Response, undefined, Params, Query> {
  return { method: 'GET', path, bodyFormat: 'none', response, hasDataKey: false, ...options };
}

/** Defines a POST endpoint without a body. */
/* @__NO_SIDE_EFFECTS__ */ export function act<
  Who extends Access,
  Response,
  Params extends PathParams | undefined,
>(
  path: string,
  response: Schema<Response>,
  options: CallOptions<Who>,
): ContractCall<Who, Response, undefined, Params> {
  return { method: 'POST', path, bodyFormat: 'none', response, hasDataKey: false, ...options };
}

/** Defines a POST endpoint with a body, JSON by default. */
/* @__NO_SIDE_EFFECTS__ */ export function post<
  Who extends Access,
  Response,
  Body,
  Params extends PathParams | undefined,
>(
  path: string,
  response: Schema<Response>,
  options: CallOptions<Who> & { readonly bodyFormat?: BodyFormat },
): ContractCall<Who, Response, Body, Params> {
  return { method: 'POST', path, bodyFormat: 'json', response, hasDataKey: false, ...options };
}
