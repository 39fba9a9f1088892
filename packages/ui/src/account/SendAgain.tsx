'use client';

import type { Texts } from '@openbell/core/catalogue';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { Button, useTexts } from '../primitives/index.ts';

/** Props of {@link SendAgain}. */
export interface SendAgainProps {
  /** Until it may be pressed; 0 when it may. */
  secondsLeft: number;
  /** A request is in flight. */
  busy: boolean;
  onClick: () => void;
}

/** 'Send Again', disabled while the countdown runs or a request is in flight, and the countdown. */
export const SendAgain: ForwardRefExoticComponent<SendAgainProps & RefAttributes<HTMLButtonElement>> =
  forwardRef<HTMLButtonElement, SendAgainProps>(function SendAgain({ secondsLeft, busy, onClick }, ref) {
    const text = useTexts();
    return (
      <div className="ob-recovery-again">
        <Button ref={ref} size="small" disabled={busy || secondsLeft > 0} onClick={onClick}>
          {text('accounts.sendAgain')}
        </Button>
        {/* Not announced: sixty times 'in … s' would drown the form. */}
        <span className="ob-recovery-countdown" data-part="countdown">
          {secondsLeft > 0 ? waitText(text, secondsLeft) : null}
        </span>
      </div>
    );
  });

function waitText(text: Texts, seconds: number): string {
  if (seconds < 120) return text('accounts.sendAgainIn', { seconds });
  return text('accounts.sendAgainInMinutes', { minutes: Math.ceil(seconds / 60) });
}
