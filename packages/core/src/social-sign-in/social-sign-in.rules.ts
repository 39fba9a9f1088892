import type {
  SocialAccount,
  SocialAddition,
  SocialError,
  SocialErrorCode,
  SocialNeed,
} from './social-sign-in.types.ts';

/** Returns a text field; empty for anything else. */
export function textOf(value: unknown, key: string): string {
  const field: unknown = isRecord(value) ? value[key] : undefined;
  return typeof field === 'string' ? field : '';
}

/**
 * Decodes Google's credential to sub, email, name and picture, without verification: the server verifies it. An invalid
 * credential results in an account without an id.
 */
export function readIdToken(credential: string, nonce?: string): SocialAccount {
  const claims = decodeClaims(credential);
  return {
    id: textOf(claims, 'sub'),
    email: textOf(claims, 'email'),
    name: textOf(claims, 'name'),
    photo: textOf(claims, 'picture'),
    credential,
    ...(nonce === undefined ? {} : { nonce }),
  };
}

/** Builds the account from Facebook's `userID` and profile (email, name, `picture.data.url`). */
export function readFacebookAccount(userId: string, profile: unknown, credential: string): SocialAccount {
  const picture = isRecord(profile) && isRecord(profile.picture) ? profile.picture.data : undefined;
  return {
    id: userId,
    email: textOf(profile, 'email'),
    name: textOf(profile, 'name'),
    photo: textOf(picture, 'url'),
    credential,
  };
}

const NEEDS: Readonly<Partial<Record<SocialErrorCode, SocialNeed>>> = {
  'address-needed': 'address',
  'code-needed': 'code',
  'password-needed': 'password',
  'second-factor-needed': 'factor',
};

/** The data that an error requests; null for none. */
export function needOf({ code }: SocialError): SocialNeed | null {
  return NEEDS[code] ?? null;
}

/** Whether the input answers the request, so that the same request again means that it was wrong. */
export function meetsNeed(addition: SocialAddition, need: SocialNeed): boolean {
  if ('otp' in addition) return need === 'code';
  if ('code' in addition) return need === 'factor';
  return 'address' in addition ? need === 'address' : need === 'password';
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function decodeClaims(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
