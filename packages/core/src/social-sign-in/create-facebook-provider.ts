import type { RemoteScript } from '../ports/index.ts';
import { isRecord, readFacebookAccount, textOf } from './social-sign-in.rules.ts';
import { type SocialPorts, SocialProblem, type WindowProvider } from './social-sign-in.types.ts';

const VERSION = 'v23.0';
const SCRIPT: RemoteScript = {
  url: 'https://connect.facebook.net/en_US/sdk.js',
  global: 'FB',
  readyCallback: 'fbAsyncInit',
  // The first script is a stub that queues calls; the SDK replaces it.
  isUsable: (value) => !('__buffer' in value),
};

/** The part of Facebook's SDK that is used here. */
interface FacebookSdk {
  init(options: {
    readonly appId: string;
    readonly version: string;
    readonly cookie: boolean;
    readonly status: boolean;
    readonly xfbml: boolean;
  }): void;
  login(callback: (response: unknown) => void, options: { readonly scope: string }): void;
  api(path: string, query: { readonly fields: string }, callback: (response: unknown) => void): void;
}

/** Creates Facebook Login. Its SDK is loaded from Facebook when the form needs it. */
export function createFacebookProvider(
  appId: string,
  { scripts, log }: Pick<SocialPorts, 'scripts' | 'log'>,
): WindowProvider {
  let ready: FacebookSdk | null = null;

  async function prepare(): Promise<FacebookSdk> {
    if (ready !== null) return ready;
    const loaded: unknown = await scripts.load(SCRIPT).catch((error: unknown) => {
      throw new SocialProblem('script-failed', error);
    });
    if (!isFacebookSdk(loaded)) throw new SocialProblem('script-failed');
    if (ready === null) {
      loaded.init({ appId, version: VERSION, cookie: false, status: false, xfbml: false });
      ready = loaded;
    }
    return loaded;
  }

  return {
    kind: 'window',
    sandbox: false,
    async prepare() {
      await prepare();
    },
    async signIn() {
      // If the SDK is loaded, the window opens within the user gesture.
      const sdk = ready ?? (await prepare());
      const response = await new Promise<unknown>((resolve) => {
        sdk.login(resolve, { scope: 'public_profile,email' });
      });
      const granted = isRecord(response) ? response.authResponse : null;
      if (!isRecord(granted)) return null;
      const userId = textOf(granted, 'userID');
      const token = textOf(granted, 'accessToken');
      if (userId === '') return readFacebookAccount('', null, token);
      const profile = await new Promise<unknown>((resolve) => {
        sdk.api('/me', { fields: 'id,name,email,picture' }, resolve);
      });
      // Optional, because the server reads the profile from Facebook.
      if (isRecord(profile) && 'error' in profile) log('Facebook gave no profile.', profile.error);
      return readFacebookAccount(userId, profile, token);
    },
  };
}

function isFacebookSdk(value: unknown): value is FacebookSdk {
  return isRecord(value) && ['init', 'login', 'api'].every((name) => typeof value[name] === 'function');
}
