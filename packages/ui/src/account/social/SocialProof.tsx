'use client';

import type { DeleteAccountBody } from '@openbell/core/contract';
import { useSocialSignIn } from '@openbell/react-hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../primitives/index.ts';
import { socialErrorText } from '../form/error-texts.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { offeredProviders } from './provider-marks.tsx';
import { WindowButton } from './WindowButton.tsx';

export interface SocialProofProps {
  /** Called with a new credential of the member's social account. */
  onProof: (proof: Pick<DeleteAccountBody, 'credential' | 'nonce'>) => void;
}

const labels = {
  google: 'accounts.confirmWithGoogle',
  facebook: 'accounts.confirmWithFacebook',
} as const;

/** Buttons that let members without a password prove their identity with their provider. */
export function SocialProof({ onProof }: SocialProofProps): ReactNode {
  const text = useTexts();
  const social = useSocialSignIn();
  const { state } = social;
  const offered = offeredProviders(social);
  const latest = useRef(onProof);
  useEffect(() => {
    latest.current = onProof;
  });
  if (offered.length === 0) return null;

  const busy = state.status === 'submitting' ? state.type : null;
  const error = state.status === 'failed' ? socialErrorText(text, state.type, state.error) : null;
  return (
    <div className="ob-social" data-part="social-proof">
      <p className="ob-social-note">{text('accounts.confirmSocialLead')}</p>
      {offered.map(({ type, mark, kind }) => {
        const parts = { label: text(labels[type]), mark, busy: busy === type, ready: true };
        return kind === 'window' ? (
          <WindowButton
            key={type}
            {...parts}
            type={type}
            prepare={social.prepare}
            onPress={() => {
              void social.prove(type).then((result) => {
                if (result.ok)
                  latest.current({ credential: result.value.credential, nonce: result.value.nonce });
              });
            }}
          />
        ) : (
          <ProviderButton
            key={type}
            {...parts}
            mount={(host, look) =>
              social.mount(type, host, {
                ...look,
                onAccount: ({ credential, nonce }) => latest.current({ credential, nonce }),
              })
            }
          />
        );
      })}
      {error === null ? null : <FormMessage>{error}</FormMessage>}
    </div>
  );
}
