import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../contract/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';

/**
 * Why the browser returned no passkey. `cancelled`: the member closed the prompt, it timed out or there was no passkey;
 * browsers do not tell which. `exists`: the device has a passkey of this account. `aborted`: by `cancel` or another request.
 */
export type PasskeyRefusal = 'cancelled' | 'exists' | 'aborted' | 'failed';

/** The passkeys of the browser (WebAuthn). Never rejects. One request at a time: a further one aborts the pending one. */
export interface PasskeyBrowser {
  /** Whether this page can use passkeys. False outside browsers. */
  isSupported(): boolean;
  /** Whether the browser offers passkeys among the suggestions of a field with `autocomplete="username webauthn"`. */
  canAutofill(): Promise<boolean>;
  /** Creates a passkey on the member's device. */
  create(options: PasskeyCreationOptions): Promise<Result<PasskeyAttestation, PasskeyRefusal>>;
  /** Uses a passkey: in a prompt, or with `autofill` when the member chooses one from the suggestions of a field. */
  use(options: PasskeyRequestOptions, autofill: boolean): Promise<Result<PasskeyAssertion, PasskeyRefusal>>;
  /** Aborts the pending request. */
  cancel(): void;
}

const load = () => import('@simplewebauthn/browser');

type WebAuthn = Awaited<ReturnType<typeof load>>;

const reasons: Readonly<Record<string, PasskeyRefusal>> = {
  AbortError: 'aborted',
  InvalidStateError: 'exists',
  NotAllowedError: 'cancelled',
};

/** Incremented by `cancel`, so that a request whose library is still loading does not begin. */
let epoch = 0;

async function run<T>(work: (webAuthn: WebAuthn) => Promise<T>): Promise<Result<T, PasskeyRefusal>> {
  const before = epoch;
  try {
    const webAuthn = await load();
    return before === epoch ? succeed(await work(webAuthn)) : fail('aborted');
  } catch (error) {
    return fail(reasons[error instanceof Error ? error.name : ''] ?? 'failed');
  }
}

/** The browser's passkeys. The library is loaded by the first request. */
export const browserPasskeys: PasskeyBrowser = {
  isSupported: () =>
    typeof PublicKeyCredential === 'function' &&
    // Passkeys belong to a domain; an IP address has none.
    !/^[\d.]+$|^\[/.test(location.hostname),
  canAutofill: () =>
    load().then(
      (webAuthn) => webAuthn.browserSupportsWebAuthnAutofill(),
      () => false,
    ),
  create: (options) =>
    run(({ startRegistration }) =>
      startRegistration({
        optionsJSON: {
          ...(options as Mutable<PasskeyCreationOptions>),
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          attestation: 'none',
        },
      }),
    ),
  use: (options, autofill) =>
    run(({ startAuthentication }) =>
      startAuthentication({
        optionsJSON: { ...(options as Mutable<PasskeyRequestOptions>), userVerification: 'required' },
        useBrowserAutofill: autofill,
      }),
    ),
  cancel() {
    epoch += 1;
    load().then(
      ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
      () => {},
    );
  },
};

/** The library's types are the same, without `readonly` and `undefined`. */
type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<Exclude<T[K], undefined>> }
    : T;
