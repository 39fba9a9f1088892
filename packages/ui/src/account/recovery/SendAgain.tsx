'use client';

import type { Texts } from '@openbell/core/catalogue';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { Button, useTexts } from '../../primitives/index.ts';

export interface SendAgainProps {
  /** Seconds until the button is enabled; 0 when it is. */
  secondsLeft: number;
  /** Whether a request is pending. */
  busy: boolean;
  onClick: () => void;
}

/** The 'Send Again' button with its countdown. Disabled during the countdown and while a request is pending. */
export const SendAgain: ForwardRefExoticComponent<SendAgainProps & RefAttributes<HTMLButtonElement>> =
  forwardRef<HTMLButtonElement, SendAgainProps>(function SendAgain({ secondsLeft, busy, onClick }, ref) {
    const text = useTexts();
    return (
      <div className="ob-recovery-again">
        <Button ref={ref} size="small" disabled={busy || secondsLeft > 0} onClick={onClick}>
          {text('accounts.sendAgain')}
        </Button>
        {/* Not a live region: a screen reader would announce every second. */}
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
