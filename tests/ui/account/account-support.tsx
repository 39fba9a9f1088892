import { createOpenbell, type Openbell, type OpenbellOptions } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import {
  createFakePage,
  createFakeTabs,
  createFakeTime,
  createMemoryStorage,
  settle,
} from '@openbell/testing';
import { NoticeHost } from '@openbell/ui/primitives';
import { act, render } from '@testing-library/react';
import { createChallenge, pbkdf2 } from 'altcha/lib';
import { type ReactNode, StrictMode } from 'react';
import { vi } from 'vitest';
import { makeUser } from '../../core/session/session-support.ts';

// Whole forms on a busy machine may take long; no test here asserts a duration.
vi.setConfig({ testTimeout: 30_000 });

/** A request of the app; the test responds to it. */
export interface Call {
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
  respond(status: number, body: unknown): Promise<void>;
}

/** The whole library with a mock server, in StrictMode. */
export function openApp(ui: ReactNode, options: Partial<OpenbellOptions> = {}) {
  const calls: Call[] = [];
  const time = createFakeTime();
  const local = createMemoryStorage();
  const page = createFakePage();
  const tabs = createFakeTabs();
  const openbell: Openbell = createOpenbell({
    apiUrl: '/api',
    keyPrefix: '',
    cards: { provider: 'sandbox' },
    ...options,
    ports: {
      clock: time.clock,
      scheduler: time.scheduler,
      page,
      tabs: tabs.open(),
      localStorage: local,
      sessionStorage: createMemoryStorage(),
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const text = await request.text();
        return new Promise<Response>((resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
          calls.push({
            path: new URL(request.url).pathname,
            // Multipart bodies are left to the tests that inspect them.
            body: request.headers.get('Content-Type')?.startsWith('application/json')
              ? JSON.parse(text)
              : text,
            headers: request.headers,
            respond: (status, body) =>
              act(async () => {
                resolve(
                  new Response(JSON.stringify(body), {
                    status,
                    headers: { 'Content-Type': 'application/json' },
                  }),
                );
                for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setTimeout(next));
              }),
          });
        });
      },
      ...options.ports,
    },
  });
  const view = render(
    <StrictMode>
      <OpenbellProvider openbell={openbell}>
        <NoticeHost>{ui}</NoticeHost>
      </OpenbellProvider>
    </StrictMode>,
  );
  return {
    ...view,
    openbell,
    calls,
    time,
    page,
    local,
    /** Another tab of the same browser. */
    otherTab: tabs.open(),
    /** Returns the newest request to a path, waiting for it if necessary. */
    async call(path: string): Promise<Call> {
      for (let turn = 0; turn < 50; turn += 1) {
        const found = calls.findLast((one) => one.path === path);
        if (found !== undefined) return found;
        await act(async () => {
          await new Promise((next) => setTimeout(next));
        });
      }
      throw new Error(`No call to ${path}; there were ${calls.map((one) => one.path).join(', ')}`);
    },
    count: (path: string) => calls.filter((one) => one.path === path).length,
    async settle(): Promise<void> {
      await act(settle);
    },
  };
}

export const USER = makeUser({
  about: 'Scalps options.',
  push_notification: true,
  email_notification: false,
  expired_at: null,
});

/** A monthly subscription by card, as the server sends it. The fake clock is at November 21, 2026, 15:00 UTC. */
export const subscriptionOf = (parts: object = {}) => ({
  id: 3,
  status: 'active',
  provider: 'stripe',
  provider_subscription_id: 'sub_1',
  period: 1,
  current_period_start: '2026-11-20T12:00:00Z',
  current_period_end: '2026-12-20T12:00:00Z',
  subscription_histories: [],
  ...parts,
});

/** The challenge of the self-hosted captcha, which a test can solve at once. */
export const makeChallenge = () =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 3,
    deriveKey: pbkdf2.deriveKey,
    hmacSignatureSecret: 'secret',
  });

/** Signs the app in, with the profile loaded. */
export async function enter(
  app: ReturnType<typeof openApp>,
  user: object = USER,
  subscriptions: unknown[] = [],
) {
  app.local.write('accessToken', 'tokenA');
  let stop: () => void = () => {};
  await act(async () => {
    stop = app.openbell.start();
    // If a component has started the session already, notify it as another tab would.
    app.otherTab.notify('accessToken');
  });
  await (await app.call('/api/web/profile')).respond(200, { user, subscriptions });
  return stop;
}
