'use client';

import type { SocialSignInInput, SocialType } from '@openbell/core/social-sign-in';
import type { SocialSignInBinding } from '@openbell/react-hooks';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../primitives/index.ts';

/** Props of {@link ProviderButton}. */
export interface ProviderButtonProps {
  type: SocialType;
  label: string;
  mark: ReactNode;
  busy: boolean;
  /** Says why it cannot be had yet. */
  press: () => void;
  social: SocialSignInBinding;
  /** The form may sign in: the provider's button may come. */
  ready: boolean;
  input: SocialSignInInput;
  onResult: (result: Awaited<ReturnType<SocialSignInBinding['signIn']>>) => void;
}

/**
 * A button that the provider insists on drawing itself (Google). Until the form may sign in, and where the provider
 * cannot be reached, our own stands in its place: it says what is missing, or tries again.
 */
export function ProviderButton(props: ProviderButtonProps): ReactNode {
  const { type, label, mark, busy, press, social, ready, input, onResult } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ input, onResult });
  const takeAway = useRef(() => {});
  const [stage, setStage] = useState<'ours' | 'loading' | 'theirs'>('ours');
  const { mount } = social;

  useEffect(() => {
    latest.current = { input, onResult };
  });

  const draw = useCallback(() => {
    if (host.current === null) return;
    // Each try has a place of its own: one that is taken away late takes nothing else with it.
    const place = host.current.ownerDocument.createElement('div');
    host.current.replaceChildren(place);
    let unmount: (() => void) | null = null;
    let gone = false;
    takeAway.current = () => {
      gone = true;
      unmount?.();
      place.remove();
      setStage('ours');
    };
    setStage('loading');
    void mount(type, place, {
      theme: place.closest('[data-theme="dark"]') === null ? 'light' : 'dark',
      width: place.clientWidth,
      input: () => latest.current.input,
      onResult: (result) => latest.current.onResult(result),
    }).then((result) => {
      if (gone) {
        if (result.ok) result.value();
        return;
      }
      unmount = result.ok ? result.value : null;
      setStage(result.ok ? 'theirs' : 'ours');
    });
  }, [mount, type]);

  useEffect(() => {
    if (!ready) return;
    draw();
    return () => takeAway.current();
  }, [ready, draw]);

  return (
    <div className="ob-social-provider" data-stage={stage}>
      <div ref={host} className="ob-social-host" inert={stage !== 'theirs' || busy} />
      {stage === 'theirs' ? null : (
        <Button
          size="large"
          wide
          icon={mark}
          busy={busy || stage === 'loading'}
          onClick={ready ? draw : press}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
