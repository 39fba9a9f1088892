import type { PasskeyBrowser, PasskeyRefusal } from '@openbell/core/passkeys';

/** A browser's passkeys in memory, for tests. The memory server accepts them. */
export interface FakePasskeys {
  /** The port, for `createPasskeys` and `createPasskeySignIn`. */
  readonly browser: PasskeyBrowser;
  /** The next prompt ends with this refusal. */
  refuse(refusal: PasskeyRefusal): void;
  /** The member chooses a passkey from the suggestions of the field. Returns whether passkeys were offered there. */
  choose(): boolean;
}

export interface FakePasskeysOptions {
  /** True by default. */
  readonly supported?: boolean;
  /** Whether the browser offers passkeys in suggestions; true by default. */
  readonly autofill?: boolean;
}

const encode = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Creates passkeys in memory. The member accepts each prompt, unless `refuse` was called. */
export function createFakePasskeys(options: FakePasskeysOptions = {}): FakePasskeys {
  const { supported = true, autofill: canAutofill = true } = options;
  const stored: string[] = [];
  let refusal: PasskeyRefusal | null = null;
  /** The pending request of the suggestions. */
  let offered: { readonly accept: () => void; readonly abort: () => void } | null = null;

  const failed = (error: PasskeyRefusal) => ({ ok: false, error }) as const;
  /** Returns the refusal that the test wants, once. */
  const takeRefusal = (): PasskeyRefusal | null => {
    const wanted = refusal;
    refusal = null;
    return wanted;
  };
  const abortOffer = (): void => {
    offered?.abort();
    offered = null;
  };
  const clientData = (type: 'create' | 'get', challenge: string): string =>
    encode(JSON.stringify({ type: `webauthn.${type}`, challenge, origin: 'http://localhost' }));

  const browser: PasskeyBrowser = {
    isSupported: () => supported,
    canAutofill: async () => canAutofill,
    async create({ challenge, excludeCredentials }) {
      abortOffer();
      const wanted = takeRefusal();
      if (wanted !== null) return failed(wanted);
      if (excludeCredentials.some(({ id }) => stored.includes(id))) return failed('exists');
      const id = `fake-passkey-${stored.length + 1}`;
      stored.push(id);
      const response = { clientDataJSON: clientData('create', challenge), attestationObject: encode(id) };
      return { ok: true, value: { id, rawId: id, type: 'public-key', response } };
    },
    async use({ challenge, allowCredentials }, autofill) {
      abortOffer();
      if (autofill) {
        const isChosen = await new Promise<boolean>((resolve) => {
          offered = { accept: () => resolve(true), abort: () => resolve(false) };
        });
        if (!isChosen) return failed('aborted');
      }
      const wanted = takeRefusal();
      if (wanted !== null) return failed(wanted);
      const isAllowed = (id: string): boolean =>
        allowCredentials.length === 0 || allowCredentials.some((allowed) => allowed.id === id);
      const id = stored.findLast(isAllowed);
      if (id === undefined) return failed('cancelled');
      const response = {
        clientDataJSON: clientData('get', challenge),
        authenticatorData: encode(id),
        signature: encode(id),
      };
      return { ok: true, value: { id, rawId: id, type: 'public-key', response } };
    },
    cancel: abortOffer,
  };
  return {
    browser,
    refuse(next) {
      refusal = next;
    },
    choose() {
      const pending = offered;
      offered = null;
      pending?.accept();
      return pending !== null;
    },
  };
}
