import { expect, test } from 'vitest';
import { readCspReports } from '../../../../examples/server/src/security/csp-report.ts';

const site = 'https://openbell.example';
const body = {
  documentURL: `${site}/alerts?code=secret#x`,
  referrer: '',
  effectiveDirective: 'require-trusted-types-for',
  originalPolicy: "default-src 'none'",
  blockedURL: 'trusted-types-sink',
  sourceFile: `${site}/assets/app-1a2b3c4d.js?token=secret`,
  sample: 'Element innerHTML|<b>secret</b>',
  lineNumber: 3,
  columnNumber: 7,
  disposition: 'enforce',
};
const reportingApi = (fields: object = {}) => [
  { type: 'csp-violation', age: 1, body: { ...body, ...fields } },
];

test('keeps directive, page path and script position, without query and sample [access.csp-reports]', () => {
  expect(readCspReports(reportingApi(), site)).toEqual([
    {
      directive: 'require-trusted-types-for',
      page: '/alerts',
      blocked: 'trusted-types-sink',
      source: '/assets/app-1a2b3c4d.js:3:7',
      isEnforced: true,
    },
  ]);
});

test('reads the older report formats in the same way', () => {
  const report = {
    'document-uri': body.documentURL,
    'effective-directive': body.effectiveDirective,
    'blocked-uri': body.blockedURL,
    'source-file': body.sourceFile,
    'script-sample': body.sample,
    'line-number': 3,
    'column-number': 7,
    disposition: 'enforce',
  };
  expect(readCspReports({ 'csp-report': report }, site)).toEqual(readCspReports(reportingApi(), site));
  const oldest = { ...report, 'effective-directive': undefined, 'violated-directive': "script-src 'self'" };
  expect(readCspReports({ 'csp-report': oldest }, site)).toMatchObject([{ directive: 'script-src' }]);
});

test('keeps only the origin of a blocked URL of another site, and nothing of other pages', () => {
  const of = (fields: object) => readCspReports(reportingApi(fields), site)[0];
  expect(of({ blockedURL: 'https://evil.example/steal?cookie=secret' })?.blocked).toBe(
    'https://evil.example',
  );
  expect(of({ blockedURL: 'data:text/html,secret' })?.blocked).toBe('data:');
  expect(of({ blockedURL: '' })?.blocked).toBe('unknown');
  expect(of({ documentURL: 'https://elsewhere.example/secret' })?.page).toBe('elsewhere');
  expect(of({ sourceFile: 'chrome-extension://abc/secret.js' })?.source).toBe('elsewhere:3:7');
  expect(of({ sourceFile: null })?.source).toBeNull();
  expect(of({ disposition: 'report' })?.isEnforced).toBe(false);
});

test('ignores invalid reports, and reports beyond the limit of a request', () => {
  for (const junk of [null, 5, 'text', [], {}, { 'csp-report': {} }, [{ type: 'deprecation', body: {} }]])
    expect(readCspReports(junk, site), JSON.stringify(junk)).toEqual([]);
  for (const fields of [{ effectiveDirective: '\nforged' }, { effectiveDirective: 5 }, { lineNumber: 'x' }])
    expect(readCspReports(reportingApi(fields), site), JSON.stringify(fields)).toEqual([]);
  expect(
    readCspReports(
      Array.from({ length: 99 }, () => reportingApi()[0]),
      site,
    ),
  ).toHaveLength(20);
});

test('keeps a log line short for any posted report [access.csp-reports]', () => {
  const long = 'a'.repeat(8_000);
  const fields = [
    { blockedURL: `https://${long}.example/` },
    { blockedURL: `${long}:x` },
    { documentURL: `${site}/${long}`, sourceFile: `${site}/${long}.js`, effectiveDirective: long },
  ];
  for (const one of fields) {
    const [violation] = readCspReports(reportingApi(one), site);
    expect(violation).toBeDefined();
    expect(JSON.stringify(violation).length).toBeLessThan(700);
  }
});
