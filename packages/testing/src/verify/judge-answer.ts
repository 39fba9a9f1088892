// Pure: what one answer of a backend shows about a call.
import { readErrorBody } from '@openbell/core/api-client';
import { type Access, type Endpoint, readWire } from '@openbell/core/contract';
import { type Difference, findDifferences } from './differences.ts';
import type { CallReport } from './verify.types.ts';

type AnyEndpoint = Pick<Endpoint<unknown>, 'answer' | 'hasDataKey'>;

/** An answer as it came: `json` is undefined when the body was not JSON, null when it was empty. */
export interface RawAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** What was sent: a call that should succeed, or one that should be refused with one of these statuses. */
export interface Expected {
  readonly refusal?: readonly number[];
  /** The refusal has to name fields. */
  readonly fieldErrors?: true;
  /** The refusal has to carry the key `error` too (`GET /web/alert/{code}`). */
  readonly errorKey?: true;
  /** Who may call it, for the words of a refusal. */
  readonly needs: Access;
}

export type Judgement = Pick<CallReport, 'status' | 'form' | 'differences' | 'notes'>;

const missing = new Set([404, 405, 501]);

/** `unread` are the differences in what the contract leaves unread. */
export function judgeAnswer(
  endpoint: AnyEndpoint,
  answer: RawAnswer,
  expected: Expected,
  unread: readonly Difference[],
): Judgement {
  const { status } = answer;
  if (expected.refusal?.includes(status)) return judgeRefusal(answer, expected);
  if (status >= 200 && status < 300) {
    // An alert that is not there may also be answered as one that is null.
    if (expected.refusal === undefined || expected.errorKey) return judgeSuccess(endpoint, answer, unread);
    return differs([{ path: 'status', expected: wantedOf(expected), got: status }]);
  }
  if (status >= 300 && status < 400) {
    const note = 'the client refuses to be sent elsewhere';
    return { ...differs([{ path: 'status', expected: wantedOf(expected), got: status }]), notes: [note] };
  }
  if (missing.has(status)) return { status: 'absent', form: null, differences: [], notes: [] };
  // What has to be refused is refused with its own status: a 401 signs people out.
  const other = expected.refusal !== undefined && !expected.errorKey && status !== 429;
  if (!other && (status === 401 || status === 403 || status === 429)) {
    return {
      status: 'refused',
      form: null,
      differences: messageOf(answer),
      notes: [refusalWords(status, expected)],
    };
  }
  return differs([{ path: 'status', expected: wantedOf(expected), got: status }, ...messageOf(answer)]);
}

const wantedOf = ({ refusal }: Expected): string => refusal?.join(' or ') ?? '200';

function differs(differences: readonly Difference[]): Judgement {
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
  // A refusal without the key is the 404 of a backend that does not know the path.
  if (expected.errorKey && typeof inner.error !== 'string') {
    return { status: 'absent', form: null, differences: [], notes: [] };
  }
  const fields: readonly Difference[] =
    expected.fieldErrors && Object.keys(errors).length === 0
      ? [{ path: '$.errors', expected: 'lists of messages by field', got: inner.errors }]
      : [];
  const differences = [...messageOf(answer), ...fields];
  return { status: differences.length === 0 ? 'ok' : 'differs', form: null, differences, notes: [] };
}

/** Every refusal carries a message for the person. */
function messageOf({ json }: RawAnswer): readonly Difference[] {
  if (readErrorBody(json).message !== '') return [];
  return [
    {
      path: '$.message',
      expected: 'a message for the person',
      got: json === undefined ? 'no JSON' : undefined,
    },
  ];
}

function judgeSuccess(endpoint: AnyEndpoint, answer: RawAnswer, unread: readonly Difference[]): Judgement {
  if (answer.json === undefined) return differs([{ path: '$', expected: 'JSON', got: 'no JSON' }]);
  const { form, differences: read } = readForms(endpoint, answer.json);
  const differences = [...read, ...unread];
  return { status: differences.length === 0 ? 'ok' : 'differs', form, differences, notes: [] };
}

/** The forms in which the client reads a body, in its order, and the differences from the nearest. */
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
