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
const report = v.pipe(
  v.object({
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
  }),
  v.transform(({ body }) => body),
);

/** A report as `report-uri` sends it, converted to the newer form. */
const legacyReport = v.pipe(
  v.object({
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
  }),
  v.transform(({ 'csp-report': body }) => ({
    documentURL: body['document-uri'],
    effectiveDirective: body['effective-directive'] ?? body['violated-directive'] ?? '',
    blockedURL: body['blocked-uri'],
    sourceFile: body['source-file'],
    lineNumber: body['line-number'],
    columnNumber: body['column-number'],
    disposition: body.disposition,
  })),
);
const anyReport = v.union([report, legacyReport]);

/** Maximum number of reports per request. */
const maxReports = 20;

/** Maximum length of a logged path or origin. */
const maxLength = 200;

/** Returns the violations in a body, at most 20. Ignores anything else. */
export function readCspReports(body: unknown, siteUrl: string): CspViolation[] {
  const site = new URL(siteUrl).origin;
  return (Array.isArray(body) ? body : [body]).slice(0, maxReports).flatMap((entry): CspViolation[] => {
    const { success, output } = v.safeParse(anyReport, entry);
    const directive = success ? /^[a-z-]{1,40}/.exec(output.effectiveDirective)?.[0] : undefined;
    if (!success || directive === undefined) return [];
    const { documentURL, blockedURL, sourceFile, lineNumber, columnNumber, disposition } = output;
    return [
      {
        directive,
        page: pathOf(documentURL, site),
        blocked: blockedOf(blockedURL),
        source: sourceFile ? `${pathOf(sourceFile, site)}:${lineNumber ?? 0}:${columnNumber ?? 0}` : null,
        isEnforced: disposition !== 'report',
      },
    ];
  });
}

/** Returns the path of a URL of the site, without the query, which may contain codes or tokens. */
function pathOf(address: string | null | undefined, site: string): string {
  const url = URL.parse(address ?? '');
  return url?.origin === site ? url.pathname.slice(0, maxLength) : 'elsewhere';
}

function blockedOf(blocked: string | null | undefined): string {
  if (/^[a-z-]{1,40}$/.test(blocked ?? '')) return blocked ?? '';
  const url = URL.parse(blocked ?? '');
  if (url === null) return 'unknown';
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, maxLength);
}
