import { expect, test } from 'vitest';
import { buildPagePolicy } from '../../../../examples/server/src/http/headers/content-security-policy.ts';

const buildCsp = (...features: Parameters<typeof buildPagePolicy>) => buildPagePolicy(...features).enforced;
const directives = (csp: string) =>
  new Map(csp.split('; ').map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]));

test('allows no other origin when nothing is configured', () => {
  const csp = buildCsp();
  expect(csp).not.toMatch(/https?:/);
  expect(csp).not.toContain('unsafe');
  const policy = directives(csp);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.has('frame-src')).toBe(false);
});

test('adds the hosts of each enabled provider', () => {
  expect(directives(buildCsp({ stripe: true })).get('script-src')).toContain('https://js.stripe.com');
  expect(directives(buildCsp({ stripe: true })).get('frame-src')).toContain('https://hooks.stripe.com');
  expect(buildCsp({ google: true })).toContain('https://accounts.google.com/gsi/client');
  expect(buildCsp({ google: true })).not.toContain('stripe');
  expect(directives(buildCsp({ tradingView: true })).get('frame-src')).toContain('https://s.tradingview.com');
  expect(buildCsp({ recaptcha: true })).toContain('https://www.gstatic.com/recaptcha/');
  const mediaOrigin = 'https://media.example';
  for (const name of ['img-src', 'media-src', 'connect-src'])
    expect(directives(buildCsp({ mediaOrigin })).get(name)).toContain(mediaOrigin);
  expect(directives(buildCsp({ mediaOrigin })).get('script-src')).not.toContain(mediaOrigin);
  expect(directives(buildCsp({ remoteImages: true })).get('img-src')).toContain('https:');
});

test('allows inline scripts by hash only', () => {
  expect(directives(buildCsp({ scriptHashes: ['sha256-abc='] })).get('script-src')).toEqual([
    "'self'",
    "'sha256-abc='",
  ]);
});

test('enforces trusted types, and only reports where a script of another company runs [access.trusted-types]', () => {
  const policy = directives(buildCsp());
  expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(policy.get('trusted-types')).toEqual(['openbell', 'dompurify']);
  expect(buildPagePolicy({ tradingView: true, remoteImages: true }).reportOnly).toBeNull();
  for (const name of ['stripe', 'google', 'facebook', 'recaptcha'] as const) {
    const { enforced, reportOnly } = buildPagePolicy({ [name]: true });
    expect(enforced, name).not.toContain('trusted-types');
    expect(reportOnly, name).toContain(
      "require-trusted-types-for 'script'; trusted-types openbell dompurify;",
    );
  }
});

test('reports violations to the server', () => {
  for (const https of [true, false]) {
    for (const { enforced, reportOnly } of [
      buildPagePolicy({ https }),
      buildPagePolicy({ https, stripe: true }),
    ]) {
      for (const csp of [enforced, reportOnly ?? enforced]) {
        expect(directives(csp).get('report-uri')).toEqual(['/api/csp-reports']);
        // Over plain HTTP, browsers use only `report-uri`.
        expect(directives(csp).get('report-to')).toEqual(https ? ['csp'] : undefined);
      }
    }
  }
});
