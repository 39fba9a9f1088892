'use client';

import type { Result } from '@openbell/core';
import type { ProviderButtonLook, SocialError } from '@openbell/core/social-sign-in';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../primitives/index.ts';

export interface ProviderButtonProps {
  label: string;
  mark: ReactNode;
  busy: boolean;
  /** Whether the provider's button may be rendered. */
  ready: boolean;
  /** Called when the fallback button is pressed before that. Show what is missing. */
  onUnready?: (() => void) | undefined;
  /** Renders the provider's button into `host`. */
  mount: (host: HTMLElement, look: ProviderButtonLook) => Promise<Result<() => void, SocialError>>;
}

/**
 * A button that the provider requires to render itself (Google). While `ready` is false or the provider's script cannot
 * be loaded, a fallback button is shown: it calls `onUnready` or tries again.
 */
export function ProviderButton(props: ProviderButtonProps): ReactNode {
  const { label, mark, busy, ready, onUnready, mount } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(mount);
  const unmountWidget = useRef(() => {});
  const [stage, setStage] = useState<'ours' | 'loading' | 'theirs'>('ours');

  useEffect(() => {
    latest.current = mount;
  });

  const draw = useCallback(() => {
    if (host.current === null) return;
    // Each attempt gets its own element, so that a late cleanup cannot remove a newer button.
    const place = host.current.ownerDocument.createElement('div');
    host.current.replaceChildren(place);
    let unmount: (() => void) | null = null;
    let gone = false;
    unmountWidget.current = () => {
      gone = true;
      unmount?.();
      place.remove();
      setStage('ours');
    };
    setStage('loading');
    const theme = place.closest('[data-theme="dark"]') === null ? 'light' : 'dark';
    void latest.current(place, { theme, width: place.clientWidth }).then((result) => {
      if (gone) {
        if (result.ok) result.value();
        return;
      }
      unmount = result.ok ? result.value : null;
      setStage(result.ok ? 'theirs' : 'ours');
    });
  }, []);

  useEffect(() => {
    if (!ready) return;
    draw();
    return () => unmountWidget.current();
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
          onClick={ready ? draw : onUnready}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
