// Runs the contract checker against the memory server.

import { createMemoryServer, demoEmails, demoPassword } from '@openbell/testing';
import { expect, it } from 'vitest';
import { exitCodeOf } from '../../../packages/testing/src/verify/print-report.ts';
import { runVerify } from '../../../packages/testing/src/verify/run-verify.ts';

it('reports no difference for the in-memory server', async () => {
  const server = createMemoryServer({ tradesEvery: 20 });
  const { apiUrl, socketUrl, optionsFeedUrl, ports } = server.options;
  const { fetch, socketFactory } = ports;
  try {
    const login = await fetch(`${apiUrl}/web/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        type: 'manual',
        username: demoEmails.subscriber,
        password: demoPassword,
        remember: false,
      }),
    });
    const { access } = (await login.json()) as { readonly access: string };
    const report = await runVerify({
      url: apiUrl,
      socketUrl,
      optionsFeedUrl,
      token: access,
      write: true,
      fetch,
      socketFactory,
      // The memory server has no HTTP upgrade.
      probe: async (_, protocols) => ({
        status: protocols.length === 0 ? 400 : 403,
        protocol: null,
        error: '',
      }),
      watchMs: 10,
    });
    const shown = [...report.calls, ...report.sockets];
    expect(shown.filter(({ status }) => status === 'differs')).toEqual([]);
    expect(shown.filter(({ status }) => status === 'refused' || status === 'absent')).toEqual([]);
    expect(report.sockets.filter(({ status }) => status === 'ok')).toHaveLength(18);
    expect(exitCodeOf(report)).toBe(0);
  } finally {
    server.destroy();
  }
});
