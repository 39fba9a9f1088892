// Pure: a report as text or JSON, without secrets.
import type { Difference } from '../contract/differences.ts';
import type { CallReport, CallStatus, Report } from './verify.types.ts';

const labels: Readonly<Record<CallStatus, string>> = {
  ok: 'ok',
  differs: 'differs',
  absent: 'absent',
  refused: 'refused',
  'not-tried': 'not tried',
};

/** 0 when what was answered is as the contract has it; 1 when a call differs or the token is not accepted. */
export function exitCodeOf({ calls }: Report): 0 | 1 {
  const bad = calls.some(
    ({ status, httpStatus, differences }) =>
      status === 'differs' || (status === 'refused' && (httpStatus === 401 || differences.length > 0)),
  );
  return bad ? 1 : 0;
}

export function reportAsText(report: Report, token: string | null): string {
  const { url, wrote, calls } = report;
  const count = (status: CallStatus): string =>
    `${calls.filter((call) => call.status === status).length} ${labels[status]}`;
  const lines = calls.flatMap((call) => [lineOf(call), ...toldOf(call.differences, token)]);
  const order: readonly CallStatus[] = ['ok', 'differs', 'absent', 'refused', 'not-tried'];
  return [
    `${url} ${wrote ? '(with calls that change something)' : '(read-only)'}`,
    '',
    ...lines,
    '',
    order.map(count).join(', '),
    '',
  ].join('\n');
}

export function reportAsJson(report: Report, token: string | null): string {
  const calls = report.calls.map((call) => ({
    ...call,
    differences: call.differences.map((difference) => ({ ...difference, got: shown(difference, token) })),
  }));
  return `${JSON.stringify({ ...report, calls }, null, 2)}\n`;
}

function lineOf({ status, request, httpStatus, form, optional, notes }: CallReport): string {
  const about = [
    ...(httpStatus === null ? [] : [String(httpStatus)]),
    ...(form === 'alternate' ? ['in its alternate form'] : []),
    ...(optional ? ['an optional addition'] : []),
    ...notes,
  ];
  return `${labels[status].padEnd(10)}${request}${about.length === 0 ? '' : `  (${about.join('; ')})`}`;
}

/** A list of a thousand entries with the same mistake is told by the first few. */
const mostTold = 10;

function toldOf(differences: readonly Difference[], token: string | null): readonly string[] {
  const lines = differences.slice(0, mostTold).map((difference) => told(difference, token));
  const more = differences.length - lines.length;
  return more > 0 ? [...lines, `${' '.repeat(12)}… and ${more} more`] : lines;
}

function told(difference: Difference, token: string | null): string {
  return `${' '.repeat(12)}${difference.path}: expected ${difference.expected}, got ${shown(difference, token)}`;
}

const secretName = /(?:access|token|secret|password|credential)\w*$/i;

/** A value as it may be shown: short, and neither the token nor what a secret's name holds. */
function shown({ path, got }: Difference, token: string | null): string {
  if (got === undefined) return 'nothing';
  if (Array.isArray(got)) return `a list of ${got.length}`;
  if (typeof got === 'object' && got !== null) return 'an object';
  const text = JSON.stringify(got);
  if (secretName.test(path) || (token !== null && text.includes(token))) return `a ${typeof got} (not shown)`;
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
