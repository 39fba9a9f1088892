import * as v from 'valibot';

/** A reported violation, without user input and query strings. */
export interface CspViolation {
  /** The violated directive. */
  readonly directive: string;
  /** Path of the page; `elsewhere` for other sites. */
  readonly page: string;
  /** A keyword (`inline`, `eval`, `trusted-types-sink` …), or the origin of the blocked resource. */
  readonly blocked: string;
  /** Path and position of the script; null if unknown. */
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

/** A report as `report-uri` sends it. */
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

/** Maximum number of reports per request. */
const most = 20;

/** Maximum length of a logged address. */
const longestKept = 200;

/** Parses the violations in a body, at most 20; anything else is ignored. */
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

/** Returns the path of an address of the site. Queries may contain codes or tokens, so they are dropped. */
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
