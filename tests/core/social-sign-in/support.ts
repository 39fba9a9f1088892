import type { Popup, PopupMessage, Popups, RemoteScript, Scripts } from '@openbell/core/ports';
import type { SocialAccount, WindowProvider } from '@openbell/core/social-sign-in';

/** Fake scripts that the test provides or rejects. */
export function createFakeScripts(): Scripts & {
  readonly requested: readonly RemoteScript[];
  give(value: object): void;
  fail(): void;
} {
  const requested: RemoteScript[] = [];
  let provided: object | null = null;
  return {
    requested,
    give: (value) => {
      provided = value;
    },
    fail: () => {
      provided = null;
    },
    load(script) {
      requested.push(script);
      return provided === null ? Promise.reject(new Error('blocked')) : Promise.resolve(provided);
    },
  };
}

export interface FakePopup extends Popup {
  readonly url: URL;
  /** Sends a message to the opener. */
  post(data: unknown, origin?: string): void;
  closeByUser(): void;
}

/** Fake popups; `block()` simulates a popup blocker. */
export function createFakePopups(): Popups & {
  readonly opened: readonly FakePopup[];
  latest(): FakePopup;
  block(): void;
} {
  const opened: FakePopup[] = [];
  let blocked = false;
  return {
    opened,
    origin: () => 'https://site.test',
    latest() {
      const popup = opened.at(-1);
      if (popup === undefined) throw new Error('No window has been opened.');
      return popup;
    },
    block: () => {
      blocked = true;
    },
    open(address, onMessage: (message: PopupMessage) => void) {
      if (blocked) return null;
      const url = new URL(address, 'https://site.test');
      let closed = false;
      const popup: FakePopup = {
        url,
        origin: url.origin,
        isClosed: () => closed,
        close: () => {
          closed = true;
        },
        post: (data, origin = url.origin) => onMessage({ data, origin }),
        closeByUser: () => {
          closed = true;
        },
      };
      opened.push(popup);
      return popup;
    },
  };
}

/** An unsigned token with these claims; the browser does not verify signatures. */
export function idToken(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.signature`;
}

export const ACCOUNT: SocialAccount = {
  id: '110169484474386276334',
  email: 'gina@example.test',
  name: 'Gina Park',
  photo: '',
  credential: 'a-credential',
};

/** A provider that returns the given account. */
export function windowProvider(
  signIn: WindowProvider['signIn'] = () => Promise.resolve(ACCOUNT),
): WindowProvider {
  return { kind: 'window', sandbox: false, prepare: () => Promise.resolve(), signIn };
}
