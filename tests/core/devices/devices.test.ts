import { createDevices, describeDevice, groupDevices, sortDevices } from '@openbell/core/devices';
import { createFakeApi, settle } from '@openbell/testing';
import { describe, expect, it, test } from 'vitest';

const LIST = '/web/sessions';
const END = '/web/end-session/{id}';
const OTHERS = '/web/end-other-sessions';
const session = (id: number, current = false, at = '2026-11-20T10:00:00Z') => ({
  id,
  user_agent: '',
  created_at: '2026-11-01T10:00:00Z',
  last_used_at: at,
  current,
});

function open() {
  const api = createFakeApi(settle);
  const problems: string[] = [];
  const devices = createDevices({ api, onError: ({ where }) => problems.push(where) });
  return {
    api,
    devices,
    problems,
    state: () => devices.$state.get(),
    ids: () => devices.$state.get().devices.map(({ id }) => id),
    async loaded() {
      const done = devices.load();
      await api.latest(LIST).succeed([session(1), session(2, true), session(3)]);
      return done;
    },
  };
}

describe('devices', () => {
  it('loads the current device first, in one request for concurrent calls [devices.list]', async () => {
    const { api, devices, state, ids } = open();
    expect(api.requests).toHaveLength(0);
    const both = Promise.all([devices.load(), devices.load()]);
    expect(state().status).toBe('loading');
    expect(api.requests).toHaveLength(1);
    await api
      .latest(LIST)
      .succeed([session(1, false, '2026-11-19T10:00:00Z'), session(2), session(3), session(4, true)]);
    expect(await both).toEqual(Array(2).fill(expect.objectContaining({ ok: true })));
    expect(state()).toMatchObject({ status: 'ready', ending: [] });
    expect(ids()).toEqual([4, 3, 2, 1]);
  });

  it.each([404, 405])('treats %d as unsupported, without an error [devices.optional]', async (status) => {
    const { api, devices, state, problems } = open();
    const done = devices.load();
    await api.latest(LIST).refuse(status);
    expect(await done).toEqual({ ok: false, error: { code: 'unsupported' } });
    expect(state()).toEqual({ status: 'unsupported', devices: [], ending: [] });
    expect(problems).toEqual([]);
  });

  it('keeps the list when loading fails', async () => {
    const { api, devices, state, ids, problems, loaded } = open();
    await loaded();
    const again = devices.load();
    await api.latest(LIST).lose();
    expect(await again).toEqual({ ok: false, error: { code: 'unavailable' } });
    expect(state()).toMatchObject({ status: 'failed', error: { code: 'unavailable' } });
    expect(ids()).toEqual([2, 3, 1]);
    expect(problems).toEqual(['devices']);
  });

  it('signs a device out once, and removes it after success [devices.end-one]', async () => {
    const { api, devices, state, ids, loaded } = open();
    await loaded();
    const done = devices.end(3);
    expect(state().ending).toEqual([3]);
    expect(await devices.end(3)).toEqual({ ok: false, error: { code: 'busy' } });
    expect(ids()).toEqual([2, 3, 1]);
    expect(api.latest(END).input.params).toEqual({ id: 3 });
    await api.latest(END).succeed(null);
    expect(await done).toEqual({ ok: true, value: null });
    expect(ids()).toEqual([2, 1]);
    expect(state().ending).toEqual([]);
  });

  it('keeps the device when signing it out fails [devices.end-one]', async () => {
    const { api, devices, ids, state, loaded } = open();
    await loaded();
    for (const fail of ['refuse', 'lose'] as const) {
      const done = devices.end(3);
      await (fail === 'lose' ? api.latest(END).lose() : api.latest(END).refuse(500));
      expect(await done).toEqual({ ok: false, error: { code: 'unavailable' } });
      expect(ids()).toContain(3);
      expect(state().ending).toEqual([]);
    }
  });

  it('reloads the list after 404; a device that is no longer listed is signed out [devices.end-one]', async () => {
    const { api, devices, ids, loaded } = open();
    await loaded();
    const removed = devices.end(3);
    await api.latest(END).refuse(404);
    await api.latest(LIST).succeed([session(1), session(2, true)]);
    expect(await removed).toEqual({ ok: true, value: null });
    const still = devices.end(1);
    await api.latest(END).refuse(404);
    await api.latest(LIST).succeed([session(1), session(2, true)]);
    expect(await still).toEqual({ ok: false, error: { code: 'unavailable' } });
    expect(ids()).toEqual([2, 1]);
  });

  it('signs all other devices out [devices.end-others]', async () => {
    const { api, devices, ids, loaded } = open();
    await loaded();
    const done = devices.endOthers();
    await api.latest(OTHERS).succeed(null);
    expect(await done).toEqual({ ok: true, value: null });
    expect(ids()).toEqual([2]);
  });

  it('ignores responses after destroy, and can be used again', async () => {
    const { api, devices, state, loaded } = open();
    await loaded();
    const ended = devices.end(3);
    const listed = devices.load();
    devices.destroy();
    await api.latest(END).succeed(null);
    await api.latest(LIST).succeed([session(9)]);
    expect(await ended).toEqual({ ok: false, error: { code: 'superseded' } });
    expect(await listed).toEqual({ ok: false, error: { code: 'superseded' } });
    expect(state()).toEqual({ status: 'idle', devices: [], ending: [] });
    expect((await loaded()).ok).toBe(true);
  });
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox', 'Android'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0',
    'Opera',
    'ChromeOS',
  ],
  ['', null, null],
])('%s is described as %s on %s [devices.names]', (userAgent, browser, system) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system });
});

test('sorts invalid times last without changing the input', () => {
  const unsorted = [session(1, false, 'soon'), session(2)];
  expect(sortDevices(unsorted).map(({ id }) => id)).toEqual([2, 1]);
  expect(unsorted.map(({ id }) => id)).toEqual([1, 2]);
});

test.each([
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['PostmanRuntime/7.43.0', 'PostmanRuntime'],
  ['Mozilla/5.0 (compatible)', null],
  ['<b>/1', null],
  [`${'x'.repeat(41)}/1`, null],
  ['', null],
])('names the program %j as %j [devices.names]', (userAgent, name) => {
  expect(describeDevice(userAgent)).toEqual({ browser: name, system: null });
});

test('groups sessions with the same name in their order, the current one alone [devices.equal]', () => {
  const named = (id: number, user_agent: string, current = false) => ({
    ...session(id, current),
    user_agent,
  });
  const groups = groupDevices([
    named(5, 'curl/8', true),
    named(4, 'node'),
    named(3, 'curl/8'),
    named(2, 'node/24'),
    named(1, 'curl/7'),
  ]);
  expect(groups.map(({ devices }) => devices.map(({ id }) => id))).toEqual([[5], [4, 2], [3, 1]]);
  expect(new Set(groups.map(({ key }) => key)).size).toBe(3);
});
