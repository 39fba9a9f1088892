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

it.each([null, '', '  '])('without a code (%j) nothing is sent [alerts.view-no-code]', async (code) => {
  const { api, view } = setUp();
  expect(await view.open(code)).toMatchObject({ ok: false, error: { code: 'no-code' } });
  expect(view.$state.get()).toEqual({ status: 'no-code' });
  expect(api.requests).toEqual([]);
});

it('a refusal carries the server’s word, silence none [alerts.view-failed]', async () => {
  const { api, view, logged } = setUp();
  const refused = view.open('a');
  await api.latest(PATH).refuse(404, { message: 'Failed to load alert' });
  expect(await refused).toMatchObject({ error: { code: 'failed', message: 'Failed to load alert' } });
  const lost = view.open('a');
  await api.latest(PATH).lose();
  await lost;
  expect(view.$state.get()).toEqual({ status: 'failed', code: 'a', message: '' });
  expect(logged).toEqual(['Failed to load alert', 'Failed to load alert']);
});

it('an answer that carries the error field is a failure in the server’s words, whatever its status [alerts.view-failed]', async () => {
  const { api, view, logged } = setUp();
  const opened = view.open('a');
  await api.latest(PATH).succeed({ error: 'This alert has expired.' });
  expect(await opened).toMatchObject({ error: { code: 'failed', message: 'This alert has expired.' } });
  expect(view.$state.get()).toEqual({ status: 'failed', code: 'a', message: 'This alert has expired.' });
  expect(logged).toEqual(['Failed to load alert']);
});

it('an answer without an alert is none [alerts.view-none]', async () => {
  const { api, view } = setUp();
  void view.open('a');
  await api.latest(PATH).succeed({ alert: null });
  expect(view.$state.get()).toEqual({ status: 'none', code: 'a' });
});

it('the latest code wins, however late the other answers; the same code shares its request', async () => {
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

it('half a character is no code of anybody’s', async () => {
  const { api, view } = setUp();
  expect(await view.open('\uD83D')).toMatchObject({ ok: false, error: { code: 'failed' } });
  expect(api.requests).toEqual([]);
});

it('destroying takes the request back', async () => {
  const { api, view } = setUp();
  void view.open('a');
  view.destroy();
  expect(api.latest(PATH).input.signal?.aborted).toBe(true);
  expect(view.$state.get()).toEqual({ status: 'idle' });
});
