import { createOpenbell, type OpenbellOptions } from '@openbell/core';
import { createMemberFeatures } from '@openbell/core/member-features';
import { createSiteFeatures } from '@openbell/core/site-features';
import {
  createFakePage,
  createFakeSockets,
  createFakeTabs,
  createFakeTime,
  createMemoryStorage,
  settle,
} from '@openbell/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DAY, makeUser } from './session/session-support.ts';

const user = (id: number) => makeUser({ id, first_name: 'Nora', expired_at: null });

/** A separate browser, and a server with the responses, or the error statuses, that the test sets per path. */
function createHost() {
  const time = createFakeTime();
  const localStorage = createMemoryStorage();
  const responses = new Map<string, unknown>();
  const requests: string[] = [];
  const options: OpenbellOptions = {
    apiUrl: 'https://site.test/api',
    keyPrefix: '',
    ports: {
      ...time,
      page: createFakePage(),
      tabs: createFakeTabs().open(),
      localStorage,
      sessionStorage: createMemoryStorage(),
      fetch: async (input, init) => {
        const { pathname } = new URL(new Request(input, init).url);
        requests.push(pathname);
        const response = responses.get(pathname) ?? 404;
        return typeof response === 'number'
          ? new Response(null, { status: response })
          : Response.json(response);
      },
    },
  };
  return { options, time, localStorage, responses, requests };
}

const isFeature = (entry: [string, unknown]): boolean => !['start', 'destroy', 'base'].includes(entry[0]);
const featuresOf = (part: object): string[] =>
  Object.entries(part)
    .filter(isFeature)
    .map(([name]) => name);

describe('the two parts of the library', () => {
  test('createOpenbell contains both parts, and they do not overlap', () => {
    const { options } = createHost();
    const site = createSiteFeatures(options);
    const ofSite = featuresOf(site);
    const members = featuresOf(createMemberFeatures(site));
    expect(ofSite.filter((name) => members.includes(name))).toEqual([]);
    expect(featuresOf(createOpenbell(options)).sort()).toEqual([...ofSite, ...members].sort());
  });

  test('createOpenbell does not expose `base`', () => {
    expect(createOpenbell(createHost().options)).not.toHaveProperty('base');
  });

  test('throws without an API URL', () => {
    expect(() => createSiteFeatures({ apiUrl: '' })).toThrow(/apiUrl/);
  });

  test("member features created later use the site's session, token and ports", async () => {
    const { options, localStorage, responses } = createHost();
    localStorage.write('accessToken', 'a-token');
    responses.set('/api/web/profile', { user: user(1), subscriptions: [] });
    const site = createSiteFeatures(options);
    const stop = site.start();
    await settle();
    expect(site.session.$user.get()?.id).toBe(1);

    const members = createMemberFeatures(site);
    const stopMembers = members.start();
    expect(members.profile.$state.get()).toMatchObject({ user: { id: 1 } });
    responses.set('/api/app/news-list', [
      { id: 1, headline: 'a', summary: '', image: null, url: '/', datetime: 1 },
    ]);
    await members.news.load();
    expect(members.news.$state.get().items).toHaveLength(1);
    stopMembers();
    stop();
  });

  test("clears the previous user's data, even if the user changed while stopped", async () => {
    const { options, localStorage, responses } = createHost();
    localStorage.write('accessToken', 'a-token');
    responses.set('/api/web/profile', { user: user(1), subscriptions: [] });
    responses.set('/api/app/courses', [
      { id: 3, name: 'Spreads', description: '', details: '', documents: [] },
    ]);
    const site = createSiteFeatures(options);
    const stop = site.start();
    await settle();
    const members = createMemberFeatures(site);
    const stopMembers = members.start();
    await members.courses.loadList();
    const before = members.courses.$list.get();
    expect(before.items).toHaveLength(1);
    await members.passwordChange.submit({ current_password: '', password: 'a', confirm_password: 'b' });
    expect(members.passwordChange.$state.get().status).toBe('failed');

    stopMembers();
    await site.session.signOut();
    expect(members.courses.$list.get()).toBe(before);
    members.start();
    expect(members.courses.$list.get().items).toEqual([]);
    expect(members.passwordChange.$state.get().status).toBe('idle');
    stop();
  });

  test("the price chart requests candles up to the server's time", async () => {
    const { options, localStorage, responses } = createHost();
    localStorage.write('accessToken', 'a-token');
    responses.set('/api/web/profile', { user: user(1), subscriptions: [] });
    const queries: URLSearchParams[] = [];
    const { fetch = globalThis.fetch } = options.ports ?? {};
    const site = createSiteFeatures({
      ...options,
      ports: {
        ...options.ports,
        fetch(input, init) {
          queries.push(new URL(new Request(input, init).url).searchParams);
          return fetch(input, init);
        },
      },
    });
    const device = createFakeTime().clock.now();
    site.session.onServerTime({ server: device - 6 * DAY, device });
    onTestFinished(site.start());
    await settle();
    await createMemberFeatures(site).priceChart.load('AAPL', '5m');
    expect(Number(queries.at(-1)?.get('to'))).toBe(Math.floor((device - 6 * DAY) / 1000));
  });

  /** A signed-in page with fake sockets, which starts what the test closes. */
  async function openSignedIn(start: (members: ReturnType<typeof createMemberFeatures>) => () => void) {
    const { options, time, localStorage, responses, requests } = createHost();
    localStorage.write('accessToken', 'a-token');
    responses.set('/api/web/profile', { user: user(1), subscriptions: [] });
    const sockets = createFakeSockets();
    const site = createSiteFeatures({
      ...options,
      ports: { ...options.ports, socketFactory: sockets.factory },
    });
    const members = createMemberFeatures(site);
    const stops = [site.start(), members.start(), start(members)];
    onTestFinished(() => {
      for (const stop of stops) stop();
    });
    await vi.waitFor(() => expect(site.session.guard('member')).toBe('allowed'));
    expect(requests).toEqual(['/api/web/profile']);
    return { site, members, time, sockets, responses, requests, guard: () => site.session.guard('member') };
  }

  test('loads the profile once when the socket is closed as signed out, and keeps a valid session [socket.signed-out]', async () => {
    const { sockets, responses, requests, guard } = await openSignedIn(({ realtime }) => realtime.start());
    responses.set('/api/web/profile', { user: { ...user(1), about: 'Changed' }, subscriptions: [] });
    sockets.latest().accept();
    sockets.latest().drop(4401);
    // A changed profile reconnects the socket.
    await vi.waitFor(() => expect(sockets.connections).toHaveLength(2));
    sockets.latest().accept();
    sockets.latest().drop(4401);
    await settle();
    expect(requests).toEqual(['/api/web/profile', '/api/web/profile']);
    expect(guard()).toBe('allowed');
  });

  test('closes the pages for subscribers when the socket is closed as not subscribed', async () => {
    const { site, sockets, responses, requests } = await openSignedIn(({ realtime }) => realtime.start());
    const loads = (): number => requests.filter((path) => path === '/api/web/profile').length;
    const guard = (): string => site.session.guard('subscriber');
    const profileOf = (days: number) => ({
      user: makeUser({ id: 1, expired_at: new Date(site.session.now() + days * DAY).toISOString() }),
      subscriptions: [],
    });
    const refuse = async (): Promise<void> => {
      sockets.latest().accept();
      sockets.latest().drop(4403);
      await settle();
    };
    await refuse();
    expect(loads()).toBe(1);
    responses.set('/api/web/profile', profileOf(30));
    await site.session.refreshProfile();
    for (let round = 0; round < 3; round += 1) {
      site.session.replaceUser({ ...profileOf(30).user, about: `Round ${round}` });
      await refuse();
    }
    expect([loads(), guard()]).toEqual([3, 'allowed']);
    responses.set('/api/web/profile', profileOf(60));
    await site.session.refreshProfile();
    responses.set('/api/web/profile', profileOf(-1));
    await refuse();
    expect([loads(), guard()]).toEqual([5, 'denied']);
    await refuse();
    expect(loads()).toBe(5);
  });

  test('checks a session whose socket was refused until the server answers', async () => {
    const { time, sockets, responses, requests, guard } = await openSignedIn(({ realtime }) =>
      realtime.start(),
    );
    responses.set('/api/web/profile', 502);
    sockets.latest().accept();
    sockets.latest().drop(4401);
    await vi.waitFor(async () => {
      await time.advance(5000);
      expect(requests).toHaveLength(3);
    });
    expect(guard()).toBe('allowed');
    responses.set('/api/web/profile', 401);
    await vi.waitFor(async () => {
      await time.advance(5000);
      expect(guard()).toBe('denied');
    });
    await time.advance(120_000);
    expect(requests).toHaveLength(4);
  });

  test('does not repeat the check of a session after sign-out or destroy()', async () => {
    for (const end of ['signOut', 'destroy'] as const) {
      const { site, members, time, sockets, responses, requests } = await openSignedIn(({ realtime }) =>
        realtime.start(),
      );
      responses.set('/api/web/profile', 502);
      sockets.latest().accept();
      sockets.latest().drop(4401);
      await vi.waitFor(() => expect(requests).toHaveLength(2));
      await settle();
      if (end === 'signOut') await site.session.signOut();
      else members.destroy();
      await time.advance(120_000);
      expect(requests.filter((path) => path === '/api/web/profile')).toHaveLength(2);
    }
  });

  test.each([4401, 4403])(
    'loads the profile once when the options feed is closed with %i [market.feed-signed-out]',
    async (code) => {
      const { members, sockets, requests, guard } = await openSignedIn(({ optionsFeed }) =>
        optionsFeed.start(),
      );
      for (let round = 0; round < 2; round += 1) {
        sockets.latest().accept();
        sockets.latest().drop(code);
        await settle();
        members.optionsFeed.retry();
      }
      expect(requests).toEqual(['/api/web/profile', '/api/web/profile']);
      expect(guard()).toBe('allowed');
    },
  );
});
