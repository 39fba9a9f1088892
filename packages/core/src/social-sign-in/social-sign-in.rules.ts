import type {
  SocialAccount,
  SocialAddition,
  SocialError,
  SocialErrorCode,
  SocialNeed,
} from './social-sign-in.types.ts';

/** Reads a field that should be text; empty for anything else. */
export function textOf(value: unknown, key: string): string {
  const field: unknown = isRecord(value) ? value[key] : undefined;
  return typeof field === 'string' ? field : '';
}

/**
 * Decodes Google's credential to sub, email, name and picture. Nothing is verified here: that is the
 * server's. What cannot be read gives an account without an id.
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

/** Facebook's login gives userID; its profile email, name and picture.data.url. */
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
};

/** What a refusal asks for; null when it asks for nothing. */
export function needOf({ code }: SocialError): SocialNeed | null {
  return NEEDS[code] ?? null;
}

/** Whether what was given answers a need, so that the same need again means that it was wrong. */
export function answersNeed(addition: SocialAddition, needs: SocialNeed): boolean {
  if ('otp' in addition) return needs === 'code';
  return 'address' in addition ? needs === 'address' : needs === 'password';
}

export function socialError(code: SocialErrorCode): SocialError {
  return { code, message: '', retryAfter: null };
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
