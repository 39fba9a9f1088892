// Trusted Types as the server's policy has them, enforced by a real browser. That every page works under them is seen in
// every-page.spec.ts, courses' details in content.spec.ts, and the service worker in push.spec.ts.
import { expect, test } from './app-test.ts';

test('rejects markup from text and further policies, and reports violations [access.trusted-types] [access.csp-reports]', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/Trusted ?Type|TrustedHTML|TrustedScript/);
  const answer = await page.goto('/terms');
  const policy = answer?.headers()['content-security-policy'];
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types openbell dompurify;");
  expect(policy).toContain('report-uri /api/csp-reports');
  expect(answer?.headers()['reporting-endpoints']).toBe('csp="/api/csp-reports"');

  const told = page.waitForEvent('requestfinished', (sent) => sent.url().endsWith('/api/csp-reports'));
  const refused = await page.evaluate(async () => {
    const stopped: string[] = [];
    Object.assign(window, { __stopped: stopped });
    document.addEventListener('securitypolicyviolation', (event) => stopped.push(event.blockedURI));
    const isRefused = async (action: () => unknown): Promise<boolean> => {
      try {
        await action();
        return false;
      } catch (error) {
        return error instanceof TypeError;
      }
    };
    const { trustedTypes } = window as unknown as {
      readonly trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    return {
      markup: await isRefused(() => {
        document.createElement('div').innerHTML = '<b>x</b>';
      }),
      script: await isRefused(() => {
        document.createElement('script').src = '/start.js';
      }),
      worker: await isRefused(() => navigator.serviceWorker.register('/push/sw.js')),
      policy: await isRefused(() => trustedTypes.createPolicy('mine', {})),
    };
  });
  expect(refused).toEqual({ markup: true, script: true, worker: true, policy: true });
  // The browser tells the page by tasks of their own.
  const stopped = () =>
    page.evaluate(() => (window as unknown as { readonly __stopped: string[] }).__stopped);
  const sink = 'trusted-types-sink';
  await expect.poll(stopped).toEqual([sink, sink, sink, 'trusted-types-policy']);
  expect((await (await told).response())?.status()).toBe(204);
});
