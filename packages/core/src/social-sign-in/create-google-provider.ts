import type { RemoteScript } from '../ports/index.ts';
import { isRecord, readIdToken, textOf } from './social-sign-in.rules.ts';
import { type ButtonProvider, type SocialPorts, SocialProblem } from './social-sign-in.types.ts';

const SCRIPT: RemoteScript = { url: 'https://accounts.google.com/gsi/client', global: 'google' };

/** The part of Google Identity Services that is used here. */
interface GoogleIdentity {
  initialize(options: {
    readonly client_id: string;
    readonly nonce: string;
    readonly ux_mode: 'popup';
    readonly context: 'signin';
    readonly callback: (response: unknown) => void;
  }): void;
  renderButton(host: HTMLElement, options: Readonly<Record<string, string | number>>): void;
}

/**
 * Creates sign-in by Google Identity Services. Google issues ID tokens only to its own button, which is rendered into the
 * form. The script is loaded from Google when the form needs it.
 */
export function createGoogleProvider(
  clientId: string,
  { scripts, random, sha256 }: Pick<SocialPorts, 'scripts' | 'random' | 'sha256'>,
): ButtonProvider {
  return {
    kind: 'button',
    sandbox: false,
    async mount(host, { theme, width }, onAccount) {
      const nonce = `${random.uuid()}${random.uuid()}`;
      const [google, hash] = await Promise.all([load(), sha256(nonce)]);
      google.initialize({
        client_id: clientId,
        nonce: hash,
        ux_mode: 'popup',
        context: 'signin',
        callback: (response) => onAccount(readIdToken(textOf(response, 'credential'), nonce)),
      });
      google.renderButton(host, {
        type: 'standard',
        text: 'continue_with',
        size: 'large',
        shape: 'rectangular',
        theme: theme === 'dark' ? 'filled_black' : 'outline',
        // Google's maximum width.
        width: Math.min(400, width),
      });
      return () => host.replaceChildren();
    },
  };

  async function load(): Promise<GoogleIdentity> {
    const loaded = await scripts.load(SCRIPT).catch((error: unknown) => {
      throw new SocialProblem('script-failed', error);
    });
    const accounts = isRecord(loaded) ? loaded.accounts : undefined;
    const id = isRecord(accounts) ? accounts.id : undefined;
    if (!isGoogleIdentity(id)) throw new SocialProblem('script-failed');
    return id;
  }
}

function isGoogleIdentity(value: unknown): value is GoogleIdentity {
  return (
    isRecord(value) && typeof value.initialize === 'function' && typeof value.renderButton === 'function'
  );
}
