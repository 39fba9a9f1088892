import { createAlertView } from '@openbell/core/alerts';
import { createFakeApi, settle } from '@openbell/testing';
import { expect, it } from 'vitest';

const PATH = '/web/alert/{code}';
const alert = { id: 3, message: 'SPY above the range', created_at: '2026-11-21T15:00:00.000Z' };

function setUp() {
  const api = createFakeApi(settle);
  const logged: string[] = [];
  return { api, logged, view: createAlertView({ api, log: (message) => logged.push(message) }) };
}

it('shows the alert of the code [alerts.view]', async () => {
  const { api, view } = setUp();
  const opened = view.open(' demo ');
  expect(view.$state.get()).toEqual({ status: 'loading', code: 'demo' });
  expect(api.latest(PATH).input.params).toEqual({ code: 'demo' });
  await api.latest(PATH).succeed({ alert });
  expect(await opened).toEqual({ ok: true, value: alert });
  expect(view.$state.get()).toEqual({ status: 'ready', code: 'demo', alert });
});

it.each([null, '', '  '])('sends nothing without a code (%j) [alerts.view-no-code]', async (code) => {
  const { api, view } = setUp();
  expect(await view.open(code)).toMatchObject({ ok: false, error: { code: 'no-code' } });
  expect(view.$state.get()).toEqual({ status: 'no-code' });
  expect(api.requests).toEqual([]);
});

it('has the server’s message after an error, and none without a response [alerts.view-failed]', async () => {
  const { api, view, logged } = setUp();
  const rejected = view.open('a');
  await api.latest(PATH).refuse(404, { message: 'Failed to load alert' });
  expect(await rejected).toMatchObject({ error: { code: 'failed', message: 'Failed to load alert' } });
  expect(view.$state.get()).toMatchObject({ isRetryable: false });
  const lost = view.open('a');
  await api.latest(PATH).lose();
  await lost;
  expect(view.$state.get()).toEqual({ status: 'failed', code: 'a', message: '', isRetryable: true });
  expect(logged).toEqual(['Failed to load alert', 'Failed to load alert']);
});

it('fails with the message of the error field at any status [alerts.view-failed]', async () => {
  const { api, view, logged } = setUp();
  const opened = view.open('a');
  await api.latest(PATH).succeed({ error: 'This alert has expired.' });
  expect(await opened).toMatchObject({ error: { code: 'failed', message: 'This alert has expired.' } });
  expect(view.$state.get()).toEqual({
    status: 'failed',
    code: 'a',
    message: 'This alert has expired.',
    isRetryable: false,
  });
  expect(logged).toEqual(['Failed to load alert']);
});

it('shows none when the response has no alert [alerts.view-none]', async () => {
  const { api, view } = setUp();
  void view.open('a');
  await api.latest(PATH).succeed({ alert: null });
  expect(view.$state.get()).toEqual({ status: 'none', code: 'a' });
});

it('shows the latest code, and shares requests of the same code', async () => {
  const { api, view } = setUp();
  const first = view.open('a');
  expect(view.open('a')).toBe(first);
  const early = api.latest(PATH);
  const second = view.open('b');
  await early.succeed({ alert });
  expect(await first).toMatchObject({ ok: false, error: { code: 'superseded' } });
  expect(view.$state.get()).toEqual({ status: 'loading', code: 'b' });
  await api.latest(PATH).succeed({ alert });
  expect(await second).toMatchObject({ ok: true });
  expect(api.requests).toHaveLength(2);
});

it('rejects a code with a lone surrogate', async () => {
  const { api, view } = setUp();
  expect(await view.open('\uD83D')).toMatchObject({ ok: false, error: { code: 'failed' } });
  expect(api.requests).toEqual([]);
});

it('destroy aborts the pending request', async () => {
  const { api, view } = setUp();
  void view.open('a');
  view.destroy();
  expect(api.latest(PATH).input.signal?.aborted).toBe(true);
  expect(view.$state.get()).toEqual({ status: 'idle' });
});
