// Builds request URLs and parses response bodies. Pure.
import type { Endpoint, FieldErrors, PathParams, QueryParams, WireReading } from '../contract/index.ts';
import { readWire } from '../contract/index.ts';

/** Builds a URL from prefix, path parameters and query. Throws when a path parameter is missing. */
export function buildUrl(
  baseUrl: string,
  path: string,
  { params, query }: { readonly params?: PathParams | undefined; readonly query?: QueryParams | undefined },
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined || value === '') {
      throw new TypeError(`The call ${path} needs the path parameter "${name}". Pass it in params.`);
    }
    const segment = encodeURIComponent(String(value));
    // encodeURIComponent keeps '.' and '..', which would change the path.
    return /^\.+$/.test(segment) ? segment.replaceAll('.', '%2E') : segment;
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return `${baseUrl.replace(/\/+$/, '')}${filled}${text === '' ? '' : `?${text}`}`;
}

/**
 * Parses a body. A null text means that the body was too long. An empty body is null, because 204 and an empty 200 are
 * valid. Any other body must have a JSON `Content-Type`.
 */
export function parseBody(
  text: string | null,
  contentType: string | null,
):
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly kind: 'invalid-body' | 'too-large' } {
  if (text === null) return { ok: false, kind: 'too-large' };
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { ok: true, json: null };
  const invalid = { ok: false, kind: 'invalid-body' } as const;
  if (!/json/i.test(contentType ?? '')) return invalid;
  try {
    // Removes `__proto__` keys, also escaped ones, so that copying the value cannot set a prototype.
    const guarded = /__proto__|\\u00/i.test(trimmed);
    return { ok: true, json: JSON.parse(trimmed, guarded ? withoutPrototype : undefined) };
  } catch {
    return invalid;
  }
}

function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a response in its canonical form, or with or without the wrapper `{ "data": … }`, because backends differ.
 */
export function readResponse<T>(
  endpoint: Pick<Endpoint<T>, 'response' | 'hasDataKey'>,
  json: unknown,
): WireReading<T> {
  const wrapped = isObject(json) && Object.hasOwn(json, 'data') ? [json.data] : [];
  // A response without its own key `data` is unwrapped first: if all its fields are optional, the wrapper itself
  // would be read as an empty response.
  const candidates = endpoint.hasDataKey ? [json, ...wrapped, { data: json }] : [...wrapped, json];
  let first: WireReading<T> | null = null;
  for (const candidate of candidates) {
    const reading = readWire(endpoint.response, candidate);
    if (reading.ok) return reading;
    first ??= reading;
  }
  return first ?? { ok: false, problems: [] };
}

/** Reads `{ message, errors, error, retry_after }` of an error response, also inside `data`. Never returns HTML. */
export function readErrorBody(json: unknown): {
  readonly message: string;
  readonly errors: FieldErrors;
  readonly retryAfter: number | null;
} {
  const outer = isObject(json) ? json : {};
  const inner = isObject(outer.data) ? outer.data : {};
  const pick = (key: string): unknown => outer[key] ?? inner[key];
  // Skips an empty text.
  const message = [pick('message'), pick('error')].find((value) => typeof value === 'string' && value !== '');
  const retryAfter = pick('retry_after');
  return {
    message: typeof message === 'string' ? message : '',
    errors: readFieldErrors(pick('errors')),
    retryAfter:
      typeof retryAfter === 'number' && retryAfter >= 0 && Number.isFinite(retryAfter) ? retryAfter : null,
  };
}

function readFieldErrors(value: unknown): FieldErrors {
  if (!isObject(value)) return {};
  const errors: Record<string, readonly string[]> = {};
  for (const [field, messages] of Object.entries(value)) {
    const list = (Array.isArray(messages) ? messages : [messages]).filter((item) => typeof item === 'string');
    if (list.length > 0 && field !== '__proto__') errors[field] = list;
  }
  return errors;
}

/** Parses a `Retry-After` header (seconds, or a date in one of the three forms of HTTP) to seconds; null for anything else. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  // An HTTP date starts with a weekday. Date.parse alone would read '-1' as a year.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // The oldest form names no time zone.
  const instant = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - now) / 1000));
}
