import { createMemberData } from '@openbell/core/profile';
import { createFakeApi, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';

const PATH = '/web/data-export';
const none = { status: 'none', requested_at: null, expires_at: null };
const preparing = { ...none, status: 'preparing', requested_at: '2026-11-26T10:00:00.000Z' };

function open() {
  const api = createFakeApi(settle);
  const problems: string[] = [];
  const data = createMemberData({ api, onError: ({ where }) => problems.push(where) });
  return { api, data, problems, state: () => data.$state.get() };
}

describe('the member’s data', () => {
  it('loads the state and requests an export once [data-export.states]', async () => {
    const { api, data, state } = open();
    expect(api.requests).toHaveLength(0);
    const loaded = data.load();
    expect(state().status).toBe('loading');
    await api.latest(PATH).succeed(none);
    expect(await loaded).toMatchObject({ ok: true, value: { status: 'none' } });
    const requested = data.request();
    expect(await data.request()).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(state()).toMatchObject({ status: 'requesting', export: { status: 'none' } });
    await api.latest(PATH).succeed(preparing);
    expect((await requested).ok).toBe(true);
    expect(state()).toEqual({ status: 'ready', export: preparing, error: null });
    expect(api.requests).toHaveLength(2);
  });

  it.each([404, 405])('is unsupported on %d, without an error [data-export.optional]', async (status) => {
    const { api, data, state, problems } = open();
    const loaded = data.load();
    await api.latest(PATH).refuse(status);
    expect(await loaded).toMatchObject({ ok: false, error: { code: 'unsupported' } });
    expect(state().status).toBe('unsupported');
    expect(problems).toEqual([]);
  });

  it('keeps the known state and returns the wait when the server refuses with 429 [data-export.limit]', async () => {
    const { api, data, state } = open();
    const loaded = data.load();
    await api.latest(PATH).succeed(none);
    await loaded;
    const requested = data.request();
    await api.latest(PATH).refuse(429, { message: 'Once a day.', retryAfter: 3_600 });
    const error = { code: 'throttled', message: 'Once a day.', retryAfter: 3_600 };
    expect(await requested).toEqual({ ok: false, error });
    expect(state()).toEqual({ status: 'failed', export: none, error });
  });

  it('reports a failed load and can load again', async () => {
    const { api, data, state, problems } = open();
    const failed = data.load();
    await api.latest(PATH).refuse(500);
    expect(await failed).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(problems).toEqual(['member-data']);
    const loaded = data.load();
    await api.latest(PATH).succeed(none);
    expect((await loaded).ok).toBe(true);
    expect(state().error).toBeNull();
  });

  it('discards a response after destroy()', async () => {
    const { api, data, state } = open();
    const loaded = data.load();
    data.destroy();
    await api.latest(PATH).succeed(preparing);
    expect(await loaded).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(state()).toEqual({ status: 'idle', export: null, error: null });
  });
});
