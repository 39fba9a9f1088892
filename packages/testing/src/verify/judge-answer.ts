// Judges the answer to one call. Pure.
import { readErrorBody } from '@openbell/core/api-client';
import { type Access, type Endpoint, readWire } from '@openbell/core/contract';
import { type Difference, findDifferences } from './differences.ts';
import type { CallReport } from './verify.types.ts';

type AnyEndpoint = Pick<Endpoint<unknown>, 'answer' | 'hasDataKey'>;

/** An unparsed answer; `json` is undefined when the body is not JSON, null when it is empty. */
export interface RawAnswer {
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

/** Judges an answer. `extra` are differences in parts of the body that the schema does not validate. */
export function judgeAnswer(
  endpoint: AnyEndpoint,
  answer: RawAnswer,
  { expected, extra }: { readonly expected: Expected; readonly extra: readonly Difference[] },
): Judgement {
  const { status } = answer;
  if (expected.refusal?.includes(status)) return judgeRefusal(answer, expected);
  if (status >= 200 && status < 300) {
    // For an unknown alert, a backend may also answer 200 with null.
    if (expected.refusal === undefined || expected.errorKey) return judgeSuccess(endpoint, answer, extra);
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
      differences: checkMessage(answer),
      notes: [refusalWords(status, expected)],
    };
  }
  return mismatch([
    { path: 'status', expected: expectedStatus(expected), got: status },
    ...checkMessage(answer),
  ]);
}

const expectedStatus = ({ refusal }: Expected): string => refusal?.join(' or ') ?? '200';

function mismatch(differences: readonly Difference[]): Judgement {
  return { status: 'differs', form: null, differences, notes: [] };
}

function refusalWords(status: number, { needs }: Expected): string {
  if (status === 429) return 'too many requests: try again later';
  if (status === 401)
    return needs === 'visitor' ? 'asks for a token; everybody may call it' : 'the token is not accepted';
  return needs === 'subscriber' ? 'give the token of a subscriber' : 'members without a plan may call it';
}

function judgeRefusal(answer: RawAnswer, expected: Expected): Judgement {
  const { errors } = readErrorBody(answer.json);
  const body = (answer.json ?? {}) as Record<string, unknown>;
  const inner = (body.data ?? body) as Record<string, unknown>;
  // Without the key, it is the 404 of a backend that does not have this endpoint.
  if (expected.errorKey && typeof inner.error !== 'string') {
    return { status: 'absent', form: null, differences: [], notes: [] };
  }
  const fields: readonly Difference[] =
    expected.fieldErrors && Object.keys(errors).length === 0
      ? [{ path: '$.errors', expected: 'lists of messages by field', got: inner.errors }]
      : [];
  const differences = [...checkMessage(answer), ...fields];
  return { status: differences.length === 0 ? 'ok' : 'differs', form: null, differences, notes: [] };
}

/** Every error must have a message for the member. */
function checkMessage({ json }: RawAnswer): readonly Difference[] {
  if (readErrorBody(json).message !== '') return [];
  return [
    {
      path: '$.message',
      expected: 'a message for the person',
      got: json === undefined ? 'no JSON' : undefined,
    },
  ];
}

function judgeSuccess(endpoint: AnyEndpoint, answer: RawAnswer, extra: readonly Difference[]): Judgement {
  if (answer.json === undefined) return mismatch([{ path: '$', expected: 'JSON', got: 'no JSON' }]);
  const { form, differences: read } = readForms(endpoint, answer.json);
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
    reads: readWire(endpoint.answer, value).ok,
    differences: findDifferences(endpoint.answer, value, at).map((difference) => ({
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
