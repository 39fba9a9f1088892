// Formats a report as text or JSON, without secrets. Pure.
import type { Difference } from './differences.ts';
import type { CallReport, CallStatus, CheckReport, Report } from './verify.types.ts';

const labels: Readonly<Record<CallStatus, string>> = {
  ok: 'ok',
  differs: 'differs',
  absent: 'absent',
  refused: 'refused',
  'not-tried': 'not tried',
};

/** Values that must not be printed: the token and the key of the options feed. */
type Secrets = readonly (string | null | undefined)[];

/** 0 when every response matches the contract; 1 when a check differs or the token is not accepted. */
export function exitCodeOf({ calls, sockets }: Report): 0 | 1 {
  const bad = calls.some(
    ({ status, httpStatus, differences }) =>
      status === 'differs' || (status === 'refused' && (httpStatus === 401 || differences.length > 0)),
  );
  return bad || sockets.some(({ status }) => status === 'differs') ? 1 : 0;
}

export function reportAsText(report: Report, secrets: Secrets): string {
  const { url, wrote, calls, sockets } = report;
  const checks: readonly CheckReport[] = [...calls, ...sockets];
  const count = (status: CallStatus): string =>
    `${checks.filter((check) => check.status === status).length} ${labels[status]}`;
  const linesOf = (check: CheckReport, about: readonly string[]): readonly string[] => [
    `${labels[check.status].padEnd(10)}${check.request}${about.length === 0 ? '' : `  (${about.join('; ')})`}`,
    ...formatDifferences(check.differences, secrets),
  ];
  const order: readonly CallStatus[] = ['ok', 'differs', 'absent', 'refused', 'not-tried'];
  return [
    `${url} ${wrote ? '(with calls that change data)' : '(read-only)'}`,
    '',
    ...calls.flatMap((call) => linesOf(call, aboutCall(call))),
    '',
    ...sockets.flatMap((socket) => linesOf(socket, socket.notes)),
    '',
    order.map(count).join(', '),
    '',
  ].join('\n');
}

export function reportAsJson(report: Report, secrets: Secrets): string {
  const safe = <Check extends CheckReport>(check: Check): Check => ({
    ...check,
    differences: check.differences.map((difference) => ({ ...difference, got: shown(difference, secrets) })),
  });
  const whole = { ...report, calls: report.calls.map(safe), sockets: report.sockets.map(safe) };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function aboutCall({ httpStatus, form, optional, notes }: CallReport): readonly string[] {
  return [
    ...(httpStatus === null ? [] : [String(httpStatus)]),
    ...(form === 'alternate' ? ['alternate form'] : []),
    ...(optional ? ['optional'] : []),
    ...notes,
  ];
}

/** Limits the output for long lists that repeat one error. */
const maxShown = 10;

function formatDifferences(differences: readonly Difference[], secrets: Secrets): readonly string[] {
  const lines = differences.slice(0, maxShown).map((difference) => formatDifference(difference, secrets));
  const more = differences.length - lines.length;
  return more > 0 ? [...lines, `${' '.repeat(12)}… and ${more} more`] : lines;
}

function formatDifference(difference: Difference, secrets: Secrets): string {
  return `${' '.repeat(12)}${difference.path}: expected ${difference.expected}, got ${shown(difference, secrets)}`;
}

const secretName = /(?:access|token|secret|password|credential)\w*$/i;

/** Formats a value: shortened, and hidden when its name or content is a secret. */
function shown({ path, got }: Difference, secrets: Secrets): string {
  if (got === undefined) return 'nothing';
  if (Array.isArray(got)) return `a list of ${got.length}`;
  if (typeof got === 'object' && got !== null) return 'an object';
  const text = JSON.stringify(got);
  if (secretName.test(path) || secrets.some((secret) => secret && text.includes(secret)))
    return `a ${typeof got} (not shown)`;
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
