import type { PopupMessage } from '../ports/index.ts';
import { isRecord, readFacebookAccount, readIdToken, textOf } from './social-sign-in.rules.ts';
import {
  type SocialAccount,
  type SocialPorts,
  SocialProblem,
  type SocialType,
  type WindowProvider,
} from './social-sign-in.types.ts';

/** Polling interval in milliseconds, because a closed window sends no event. */
const LOOK_EVERY = 400;

/**
 * Creates sign-in by the consent page of the reference server in a popup. Its message must come from that window and the
 * server's origin, and have the `state` of this sign-in.
 *
 * @param root Root URL of the server: empty for this site, or `https://api.example.com`.
 */
export function createSandboxProvider(
  type: SocialType,
  root: string,
  { popups, scheduler, random, sha256 }: Pick<SocialPorts, 'popups' | 'scheduler' | 'random' | 'sha256'>,
): WindowProvider {
  return {
    kind: 'window',
    sandbox: true,
    prepare: () => Promise.resolve(),
    async signIn(signal) {
      const state = random.uuid();
      const nonce = `${random.uuid()}${random.uuid()}`;
      const hash = await sha256(nonce).catch((error: unknown) => {
        throw new SocialProblem('provider-failed', error);
      });
      const query = new URLSearchParams({ origin: popups.origin(), state, nonce: hash });
      return new Promise<SocialAccount | null>((resolve, reject) => {
        let cancelCheck = (): void => {};
        const finish = (account: SocialAccount | null): void => {
          cancelCheck();
          signal.removeEventListener('abort', cancel);
          popup?.close();
          resolve(account);
        };
        const cancel = (): void => finish(null);
        const onMessage = ({ data, origin }: PopupMessage): void => {
          if (popup === null || origin !== popup.origin || !isRecord(data)) return;
          if (data.source !== 'openbell-sandbox' || data.state !== state) return;
          finish(readResponse(data, nonce));
        };
        const checkClosed = (): void => {
          if (popup?.isClosed()) finish(null);
          else cancelCheck = scheduler.after(LOOK_EVERY, checkClosed);
        };
        const popup = popups.open(`${root}/dev/social/${type}?${query}`, onMessage);
        if (popup === null) {
          reject(new SocialProblem('popup-blocked'));
          return;
        }
        signal.addEventListener('abort', cancel);
        checkClosed();
      });
    },
  };

  function readResponse(data: Readonly<Record<string, unknown>>, nonce: string): SocialAccount | null {
    const credential = textOf(data, 'credential');
    if (credential === '') return null;
    if (type === 'google') return readIdToken(credential, nonce);
    return readFacebookAccount(textOf(data.profile, 'id'), data.profile, credential);
  }
}
