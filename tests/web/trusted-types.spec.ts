// Trusted Types as set by the server's policy, enforced by a real browser. every-page.spec.ts covers all pages,
// content.spec.ts course details, and push.spec.ts the service worker.
import { expect, test } from './app-test.ts';

test('rejects markup from text and further policies, and reports violations [access.trusted-types] [access.csp-reports]', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/Trusted ?Type|TrustedHTML|TrustedScript/);
  const reply = await page.goto('/terms');
  const policy = reply?.headers()['content-security-policy'];
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types openbell dompurify;");
  expect(policy).toContain('report-uri /api/csp-reports');
  expect(reply?.headers()['reporting-endpoints']).toBe('csp="/api/csp-reports"');

  const reported = page.waitForEvent('requestfinished', (sent) => sent.url().endsWith('/api/csp-reports'));
  const rejected = await page.evaluate(async () => {
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
  expect(rejected).toEqual({ markup: true, script: true, worker: true, policy: true });
  // The browser reports violations in separate tasks.
  const stopped = () =>
    page.evaluate(() => (window as unknown as { readonly __stopped: string[] }).__stopped);
  const sink = 'trusted-types-sink';
  await expect.poll(stopped).toEqual([sink, sink, sink, 'trusted-types-policy']);
  expect((await (await reported).response())?.status()).toBe(204);
});
