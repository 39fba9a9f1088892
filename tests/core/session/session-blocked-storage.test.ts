import { describe, expect, it } from 'vitest';
import { createRefusingStorage } from '../../support/refusing-storage.ts';
import { makeUser, openTab, signIn } from './session-support.ts';

describe('sign-in where the browser refuses to store', () => {
  it('stores a remembered session for the tab when local storage refuses [storage.fallback]', async () => {
    const local = createRefusingStorage();
    const setup = openTab({ localStorage: local });
    await signIn(setup);
    expect(setup.tab.read('openbell:accessToken')).toBe('tokenA');
    expect(local.keys()).toEqual([]);
    expect(setup.session.$isInMemory.get()).toBe(false);

    const reloaded = openTab({ localStorage: createRefusingStorage(), sessionStorage: setup.tab });
    reloaded.session.start();
    expect(reloaded.session.getToken()?.token).toBe('tokenA');
  });

  it('keeps the session in memory and reports it when nothing can be stored [storage.fallback]', async () => {
    const setup = openTab({
      localStorage: createRefusingStorage(),
      sessionStorage: createRefusingStorage(),
    });
    setup.session.start();
    await signIn(setup);
    expect(setup.session.guard('member')).toBe('allowed');
    expect(setup.session.$isInMemory.get()).toBe(true);
    void setup.session.signOut();
    expect(setup.session.$isInMemory.get()).toBe(false);
  });

  it('writes nothing to local storage when remember is off and the tab refuses [storage.remember-off]', async () => {
    const setup = openTab({ sessionStorage: createRefusingStorage() });
    await signIn(setup, makeUser(), 'tokenA', false);
    expect(setup.local.keys()).toEqual([]);
    expect(setup.session.$isInMemory.get()).toBe(true);
  });

  it('is signed out when a 401 ends a session that is stored for the tab instead', async () => {
    const setup = openTab({ localStorage: createRefusingStorage() });
    setup.session.start();
    await signIn(setup);
    const token = setup.session.getToken();
    if (token === null) throw new Error('There is no token.');
    setup.session.onUnauthorized(token);
    expect(setup.session.$state.get()).toEqual({ status: 'signed-out', reason: 'expired' });
  });
});
