// Judges the response to one call. Pure.
import { readErrorBody } from '@openbell/core/api-client';
import { type Access, type Endpoint, readWire } from '@openbell/core/contract';
import { type Difference, findDifferences } from './differences.ts';
import type { CallReport } from './verify.types.ts';

type AnyEndpoint = Pick<Endpoint<unknown>, 'response' | 'hasDataKey'>;

/** An unparsed response; `json` is undefined when the body is not JSON, null when it is empty. */
export interface RawResponse {
  readonly status: number;
  readonly json: unknown;
}

/** The expected outcome of a call: success, or an error with one of the statuses in `refusal`. */
export interface Expected {
  readonly refusal?: readonly number[];
  /** The error must name fields. */
  readonly fieldErrors?: true;
  /** The error must also have the key `error` (`GET /web/alert/{code}`). */
  readonly errorKey?: true;
  /** The access that the call requires, for the notes. */
  readonly needs: Access;
}

export type Judgement = Pick<CallReport, 'status' | 'form' | 'differences' | 'notes'>;

const missing = new Set([404, 405, 501]);

/** Judges a response. `extra` are differences in parts of the body that the schema does not validate. */
export function judgeResponse(
  endpoint: AnyEndpoint,
  response: RawResponse,
  { expected, extra }: { readonly expected: Expected; readonly extra: readonly Difference[] },
): Judgement {
  const { status } = response;
  if (expected.refusal?.includes(status)) return judgeRefusal(response, expected);
  if (status >= 200 && status < 300) {
    // For an unknown alert, a backend may also answer 200 with null.
    if (expected.refusal === undefined || expected.errorKey) return judgeSuccess(endpoint, response, extra);
    return mismatch([{ path: 'status', expected: expectedStatus(expected), got: status }]);
  }
  if (status >= 300 && status < 400) {
    const note = 'the client refuses to be sent elsewhere';
    return {
      ...mismatch([{ path: 'status', expected: expectedStatus(expected), got: status }]),
      notes: [note],
    };
  }
  if (missing.has(status)) return { status: 'absent', form: null, differences: [], notes: [] };
  // An expected error must have its own status, because a 401 signs the member out.
  const other = expected.refusal !== undefined && !expected.errorKey && status !== 429;
  if (!other && (status === 401 || status === 403 || status === 429)) {
    return {
      status: 'refused',
      form: null,
      differences: checkMessage(response),
      notes: [refusalWords(status, expected)],
    };
  }
  return mismatch([
    { path: 'status', expected: expectedStatus(expected), got: status },
    ...checkMessage(response),
  ]);
}

const expectedStatus = ({ refusal }: Expected): string => refusal?.join(' or ') ?? '200';

function mismatch(differences: readonly Difference[]): Judgement {
  return { status: 'differs', form: null, differences, notes: [] };
}

function refusalWords(status: number, { needs }: Expected): string {
  if (status === 429) return 'too many requests: try again later';
  if (status === 401)
    return needs === 'visitor' ? 'requires a token; the call must be public' : 'the token is not accepted';
  return needs === 'subscriber' ? 'use the token of a subscriber' : 'the call must be allowed without a plan';
}

function judgeRefusal(response: RawResponse, expected: Expected): Judgement {
  const { errors } = readErrorBody(response.json);
  const body = (response.json ?? {}) as Record<string, unknown>;
  const inner = (body.data ?? body) as Record<string, unknown>;
  // Without the key, it is the 404 of a backend that does not have this endpoint.
  if (expected.errorKey && typeof inner.error !== 'string') {
    return { status: 'absent', form: null, differences: [], notes: [] };
  }
  const fields: readonly Difference[] =
    expected.fieldErrors && Object.keys(errors).length === 0
      ? [{ path: '$.errors', expected: 'lists of messages by field', got: inner.errors }]
      : [];
  const differences = [...checkMessage(response), ...fields];
  return { status: differences.length === 0 ? 'ok' : 'differs', form: null, differences, notes: [] };
}

/** Every error must have a message for the member. */
function checkMessage({ json }: RawResponse): readonly Difference[] {
  if (readErrorBody(json).message !== '') return [];
  return [
    {
      path: '$.message',
      expected: 'a message for the person',
      got: json === undefined ? 'no JSON' : undefined,
    },
  ];
}

function judgeSuccess(endpoint: AnyEndpoint, response: RawResponse, extra: readonly Difference[]): Judgement {
  if (response.json === undefined) return mismatch([{ path: '$', expected: 'JSON', got: 'no JSON' }]);
  const { form, differences: read } = readForms(endpoint, response.json);
  const differences = [...read, ...extra];
  return { status: differences.length === 0 ? 'ok' : 'differs', form, differences, notes: [] };
}

/** Tries the body forms that the client accepts, in its order, and returns the closest with its differences. */
function readForms(
  endpoint: AnyEndpoint,
  json: unknown,
): { readonly form: 'canonical' | 'alternate'; readonly differences: readonly Difference[] } {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const wrapped =
    isObject && 'data' in json ? [{ form: 'alternate', value: json.data, at: '$.data' } as const] : [];
  const bare = { form: 'canonical', value: json, at: '$' } as const;
  const unwrapped = { form: 'alternate', value: { data: json }, at: '' } as const;
  const forms = endpoint.hasDataKey ? [bare, ...wrapped, unwrapped] : [...wrapped, bare];
  const compared = forms.map(({ form, value, at }) => ({
    form,
    reads: readWire(endpoint.response, value).ok,
    differences: findDifferences(endpoint.response, value, at).map((difference) => ({
      ...difference,
      path: difference.path.replace(/^\.data/, '$'),
    })),
  }));
  const read = compared.filter(({ reads }) => reads);
  const best = (read.length > 0 ? read.slice(0, 1) : compared).reduce((one, other) =>
    (other.differences[0]?.path.length ?? 0) > (one.differences[0]?.path.length ?? 0) ? other : one,
  );
  return { form: best.form, differences: best.differences };
}
