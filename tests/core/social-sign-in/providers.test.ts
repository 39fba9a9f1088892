import { createHash } from 'node:crypto';
import type { SocialPorts } from '@openbell/core/social-sign-in';
import {
  createFacebookProvider,
  createGoogleProvider,
  createSandboxProvider,
  createSocialProviders,
} from '@openbell/core/social-sign-in';
import { createFakeRandom, createFakeTime, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { createFakePopups, createFakeScripts, idToken, windowProvider } from './support.ts';

function open() {
  const time = createFakeTime();
  const logged: unknown[][] = [];
  const scripts = createFakeScripts();
  const popups = createFakePopups();
  const ports: SocialPorts = {
    scripts,
    popups,
    scheduler: time.scheduler,
    random: createFakeRandom(),
    sha256: async (text) => createHash('sha256').update(text).digest('base64url'),
    log: (...line) => void logged.push(line),
  };
  return { time, logged, scripts, popups, ports };
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const CLAIMS = { sub: '11', email: 'gina@example.test', name: 'Gína', picture: 'https://p.test/g.png' };

describe('google (Google Identity Services)', () => {
  interface Initialized {
    readonly client_id: string;
    readonly nonce: string;
    readonly callback: (response: unknown) => void;
  }
  function script() {
    const initialized: Initialized[] = [];
    const rendered: unknown[][] = [];
    const id = {
      initialize: (options: Initialized) => void initialized.push(options),
      renderButton: (...call: unknown[]) => void rendered.push(call),
    };
    return { initialized, rendered, value: { accounts: { id } } };
  }
  const host = { replaceChildren: () => {} } as unknown as HTMLElement;
  const look = { theme: 'dark', width: 700 } as const;

  it('loads the script on mount, and decodes the credential to sub, email, name and picture [social.google-decoded]', async () => {
    const { scripts, ports } = open();
    const google = script();
    scripts.give(google.value);
    const provider = createGoogleProvider('client-1', ports);
    expect(scripts.requested).toHaveLength(0);
    const accounts: unknown[] = [];
    await provider.mount(host, look, (account) => accounts.push(account));
    expect(scripts.requested.map(({ url }) => url)).toEqual(['https://accounts.google.com/gsi/client']);
    const [options] = google.initialized;
    const credential = idToken(CLAIMS);
    options?.callback({ credential });
    expect(options?.client_id).toBe('client-1');
    const [account] = accounts as [{ nonce: string }];
    expect(account).toEqual({
      id: '11',
      email: 'gina@example.test',
      name: 'Gína',
      photo: 'https://p.test/g.png',
      credential,
      nonce: account.nonce,
    });
    // Google receives only the hash.
    expect(options?.nonce).toBe(sha256(account.nonce));
    expect(google.rendered[0]?.[1]).toMatchObject({
      text: 'continue_with',
      theme: 'filled_black',
      width: 400,
    });
  });

  it.each([[{}], [null], [{ credential: 'x' }], [{ credential: 'a.%%%.b' }]])(
    'a response without an identity results in an account without an id: %j',
    async (response) => {
      const { scripts, ports } = open();
      const google = script();
      scripts.give(google.value);
      const ids: string[] = [];
      await createGoogleProvider('client-1', ports).mount(host, look, ({ id }) => ids.push(id));
      google.initialized[0]?.callback(response);
      expect(ids).toEqual(['']);
    },
  );

  it('rejects when the script fails to load, and retries on the next mount [social.script-retry]', async () => {
    const { scripts, ports } = open();
    const provider = createGoogleProvider('client-1', ports);
    await expect(provider.mount(host, look, () => {})).rejects.toMatchObject({ code: 'script-failed' });
    scripts.give({ accounts: {} });
    await expect(provider.mount(host, look, () => {})).rejects.toMatchObject({ code: 'script-failed' });
    scripts.give(script().value);
    await provider.mount(host, look, () => {});
  });
});

describe('facebook (JavaScript SDK)', () => {
  function sdk(response: unknown, profile: unknown) {
    const calls: unknown[][] = [];
    return {
      calls,
      value: {
        init: (options: unknown) => void calls.push(['init', options]),
        login: (callback: (response: unknown) => void, options: unknown) => {
          calls.push(['login', options]);
          callback(response);
        },
        api: (path: string, query: unknown, callback: (response: unknown) => void) => {
          calls.push(['api', path, query]);
          callback(profile);
        },
      },
    };
  }
  const granted = { status: 'connected', authResponse: { userID: '42', accessToken: 'EAAB' } };
  const profile = {
    id: '42',
    name: 'Fiona',
    email: 'fiona@example.test',
    picture: { data: { url: 'https://p.test/f.png' } },
  };
  const { signal } = new AbortController();

  it('returns userID, email, name and picture.data.url, without requesting a birthday [social.facebook-profile]', async () => {
    const { scripts, ports } = open();
    const fake = sdk(granted, profile);
    scripts.give(fake.value);
    const provider = createFacebookProvider('app-1', ports);
    expect(scripts.requested).toHaveLength(0);
    await provider.prepare();
    await provider.prepare();
    expect(await provider.signIn(signal)).toEqual({
      id: '42',
      email: 'fiona@example.test',
      name: 'Fiona',
      photo: 'https://p.test/f.png',
      credential: 'EAAB',
    });
    expect(scripts.requested).toHaveLength(1);
    expect(fake.calls).toEqual([
      ['init', { appId: 'app-1', version: 'v23.0', cookie: false, status: false, xfbml: false }],
      ['login', { scope: 'public_profile,email' }],
      ['api', '/me', { fields: 'id,name,email,picture' }],
    ]);
  });

  it('opens within the user gesture after preparation', async () => {
    const { scripts, ports } = open();
    const fake = sdk(granted, profile);
    scripts.give(fake.value);
    const provider = createFacebookProvider('app-1', ports);
    await provider.prepare();
    void provider.signIn(signal);
    expect(fake.calls.map(([name]) => name)).toContain('login');
  });

  it('returns an account without an id if there is no user id, and null if the user cancels', async () => {
    const { scripts, ports } = open();
    const provider = createFacebookProvider('app-1', ports);
    scripts.give(sdk({ authResponse: { accessToken: 'EAAB' } }, profile).value);
    expect(await provider.signIn(signal)).toMatchObject({ id: '' });
    const away = createFacebookProvider('app-1', ports);
    scripts.give(sdk({ status: 'unknown', authResponse: null }, profile).value);
    expect(await away.signIn(signal)).toBeNull();
  });

  it('logs a profile that fails to load, and still returns the credential', async () => {
    const { scripts, ports, logged } = open();
    scripts.give(sdk(granted, { error: { code: 4 } }).value);
    const account = await createFacebookProvider('app-1', ports).signIn(signal);
    expect(account).toEqual({ id: '42', email: '', name: '', photo: '', credential: 'EAAB' });
    expect(logged).toHaveLength(1);
  });

  it('rejects when the script fails to load, and retries on the next call', async () => {
    const { scripts, ports } = open();
    const provider = createFacebookProvider('app-1', ports);
    await expect(provider.prepare()).rejects.toMatchObject({ code: 'script-failed' });
    scripts.give(sdk(granted, profile).value);
    await provider.prepare();
  });
});

describe("the reference server's consent page", () => {
  const begin = async (type: 'google' | 'facebook' = 'google', root = '') => {
    const setup = open();
    const controller = new AbortController();
    const done = createSandboxProvider(type, root, setup.ports).signIn(controller.signal);
    await settle();
    const popup = setup.popups.latest();
    const state = popup.url.searchParams.get('state');
    const response = {
      source: 'openbell-sandbox',
      state,
      credential: idToken(CLAIMS),
      profile: { id: '42', email: 'fiona@example.test', name: 'Fiona' },
    };
    return { ...setup, controller, done, popup, response };
  };

  it('opens with the origin, a state and the hash of a stored nonce [social.sandbox]', async () => {
    const { done, popup, response } = await begin();
    expect(popup.url.pathname).toBe('/dev/social/google');
    expect(popup.url.searchParams.get('origin')).toBe('https://site.test');
    popup.post(response);
    const account = await done;
    expect(account).toMatchObject({ id: '11', credential: response.credential });
    expect(popup.url.searchParams.get('nonce')).toBe(sha256(account?.nonce ?? ''));
    expect(popup.isClosed()).toBe(true);
  });

  it('returns the profile of facebook, also from a server at another origin', async () => {
    const { done, popup, response } = await begin('facebook', 'https://api.test');
    expect(popup.url.href).toMatch(/^https:\/\/api\.test\/dev\/social\/facebook\?/);
    popup.post(response);
    expect(await done).toEqual({
      id: '42',
      email: 'fiona@example.test',
      name: 'Fiona',
      photo: '',
      credential: response.credential,
    });
  });

  it('ignores messages from another origin or with another state [social.popup-bound]', async () => {
    const { done, popup, response, time } = await begin();
    let settled = false;
    void done.then(() => {
      settled = true;
    });
    popup.post(response, 'https://evil.test');
    popup.post({ ...response, state: 'another' });
    popup.post({ ...response, source: 'another' });
    popup.post('text');
    popup.post(null);
    await time.advance(10_000);
    expect(settled).toBe(false);
    popup.post(response);
    expect(await done).not.toBeNull();
    expect(time.pending()).toBe(0);
  });

  it('Cancel, a closed window and an abort return null and leave no timer', async () => {
    const cancelled = await begin();
    cancelled.popup.post({ ...cancelled.response, credential: null });
    expect(await cancelled.done).toBeNull();
    const closed = await begin();
    closed.popup.closeByUser();
    await closed.time.advance(1_000);
    expect(await closed.done).toBeNull();
    const aborted = await begin();
    aborted.controller.abort();
    expect(await aborted.done).toBeNull();
    expect(aborted.popup.isClosed()).toBe(true);
    for (const { time } of [cancelled, closed, aborted]) expect(time.pending()).toBe(0);
  });

  it('rejects when the browser blocks the popup', async () => {
    const setup = open();
    setup.popups.block();
    const { signal } = new AbortController();
    const done = createSandboxProvider('google', '', setup.ports).signIn(signal);
    await expect(done).rejects.toMatchObject({ code: 'popup-blocked' });
    expect(setup.time.pending()).toBe(0);
  });
});

describe('the providers of a site', () => {
  it('are only the configured ones', () => {
    const { ports } = open();
    expect(createSocialProviders({}, '', ports)).toEqual({});
    const own = windowProvider();
    expect(createSocialProviders({ google: { clientId: 'x' }, facebook: own }, '', ports)).toMatchObject({
      google: { kind: 'button', sandbox: false },
      facebook: own,
    });
    const sandbox = createSocialProviders({ google: 'sandbox', facebook: 'sandbox' }, '', ports);
    expect(sandbox).toMatchObject({ google: { sandbox: true }, facebook: { sandbox: true } });
    expect(createSocialProviders({ facebook: { appId: '1' } }, '', ports)).toMatchObject({
      facebook: { kind: 'window', sandbox: false },
    });
  });
});
