import * as v from 'valibot';

/** What is kept of a violation that a browser has reported: nothing that a person typed, and no address with its query. */
export interface CspViolation {
  /** The directive that was broken. */
  readonly directive: string;
  /** The page, by its path; `elsewhere` where it is none of the site's. */
  readonly page: string;
  /** What was refused: a keyword (`inline`, `eval`, `trusted-types-sink` …), or the origin alone of what was asked for. */
  readonly blocked: string;
  /** The script that did it, by its path, and where in it; null when the browser does not say. */
  readonly source: string | null;
  readonly isEnforced: boolean;
}

const text = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(8_192))));
const count = v.optional(v.nullable(v.number()));

/** A report as `report-to` sends it. */
const report = v.object({
  type: v.literal('csp-violation'),
  body: v.object({
    documentURL: text,
    effectiveDirective: v.string(),
    blockedURL: text,
    sourceFile: text,
    lineNumber: count,
    columnNumber: count,
    disposition: text,
  }),
});

/** The same as `report-uri` sends it. */
const oldReport = v.object({
  'csp-report': v.object({
    'document-uri': text,
    'effective-directive': v.optional(v.string()),
    'violated-directive': v.optional(v.string()),
    'blocked-uri': text,
    'source-file': text,
    'line-number': count,
    'column-number': count,
    disposition: text,
  }),
});

/** More than this in one request is no page's work. */
const most = 20;

/** Characters of an address that go to the log: who posts here does not choose how long its lines are. */
const longestKept = 200;

/**
 * The violations of a body that a browser has sent, at most 20. What is none is left out: anybody may post here.
 * `siteUrl` is where the site is reached.
 */
export function readCspReports(body: unknown, siteUrl: string): CspViolation[] {
  const site = new URL(siteUrl).origin;
  return (Array.isArray(body) ? body : [body]).slice(0, most).flatMap((entry): CspViolation[] => {
    const told = fieldsOf(entry);
    const directive = /^[a-z-]{1,40}/.exec(told?.directive ?? '')?.[0];
    if (told === null || directive === undefined) return [];
    return [
      {
        directive,
        page: pathOf(told.page, site),
        blocked: blockedOf(told.blocked),
        source: told.source ? `${pathOf(told.source, site)}:${told.line ?? 0}:${told.column ?? 0}` : null,
        isEnforced: told.disposition !== 'report',
      },
    ];
  });
}

function fieldsOf(entry: unknown) {
  const known = v.safeParse(report, entry);
  if (known.success) {
    const { body } = known.output;
    return {
      directive: body.effectiveDirective,
      page: body.documentURL,
      blocked: body.blockedURL,
      source: body.sourceFile,
      line: body.lineNumber,
      column: body.columnNumber,
      disposition: body.disposition,
    };
  }
  const old = v.safeParse(oldReport, entry);
  if (!old.success) return null;
  const fields = old.output['csp-report'];
  return {
    directive: fields['effective-directive'] ?? fields['violated-directive'],
    page: fields['document-uri'],
    blocked: fields['blocked-uri'],
    source: fields['source-file'],
    line: fields['line-number'],
    column: fields['column-number'],
    disposition: fields.disposition,
  };
}

function urlOf(address: string | null | undefined): URL | null {
  return URL.parse(address ?? '');
}

/** An alert's code, and a code or a token of anybody's, may stand in a query: only paths are kept, and only ours. */
function pathOf(address: string | null | undefined, site: string): string {
  const url = urlOf(address);
  return url?.origin === site ? url.pathname.slice(0, longestKept) : 'elsewhere';
}

function blockedOf(blocked: string | null | undefined): string {
  if (/^[a-z-]{1,40}$/.test(blocked ?? '')) return blocked ?? '';
  const url = urlOf(blocked);
  if (url === null) return 'unknown';
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, longestKept);
}
