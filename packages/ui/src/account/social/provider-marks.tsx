'use client';

import type { SocialType } from '@openbell/core/social-sign-in';
import type { SocialSignInBinding } from '@openbell/react-hooks';
import type { ReactNode } from 'react';

// The providers' logos in the colors that their brand guidelines require, the same on every background.

/** Google's G logo. */
function GoogleMark(): ReactNode {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#FBBC05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  );
}

/** Facebook's f logo. */
function FacebookMark(): ReactNode {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
      <circle cx="9" cy="9" r="9" fill="#0866FF" />
      <path
        fill="#FFF"
        d="M12.5 11.6l.4-2.6h-2.5V7.3c0-.71.35-1.4 1.47-1.4h1.13V3.69S11.98 3.5 11 3.5c-2.06 0-3.4 1.25-3.4 3.5v2H5.32v2.6H7.6v6.29a9.1 9.1 0 0 0 2.8 0V11.6h2.1z"
      />
    </svg>
  );
}

const marks = [
  ['google', <GoogleMark key="google" />],
  ['facebook', <FacebookMark key="facebook" />],
] as const;

/** The configured providers, in display order, each with its logo. */
export function offeredProviders({ provider }: Pick<SocialSignInBinding, 'provider'>): readonly {
  readonly type: SocialType;
  readonly mark: ReactNode;
  readonly kind: 'window' | 'button';
  readonly sandbox: boolean;
}[] {
  return marks.flatMap(([type, mark]) => {
    const known = provider(type);
    return known === null ? [] : [{ type, mark, ...known }];
  });
}
