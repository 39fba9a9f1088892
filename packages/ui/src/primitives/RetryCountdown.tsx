'use client';

import type { Texts } from '@openbell/core/catalogue';
import type { ReactNode } from 'react';
import { useTexts } from './texts.tsx';

export interface RetryCountdownProps {
  /** Seconds until the next try is accepted; 0 renders nothing. */
  seconds: number;
}

/** When a form that the server refused with 429 can be sent again. Disable its button for as long. */
export function RetryCountdown({ seconds }: RetryCountdownProps): ReactNode {
  const text = useTexts();
  if (seconds === 0) return null;
  // Not a live region: a screen reader would announce every second. The error above it is one.
  return (
    <p className="ob-retry-countdown" data-part="retry-countdown">
      {retryText(text, seconds)}
    </p>
  );
}

function retryText(text: Texts, seconds: number): string {
  if (seconds === 1) return text('shell.tryAgainInSecond');
  if (seconds < 120) return text('shell.tryAgainIn', { seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return text('shell.tryAgainInMinutes', { minutes });
  return text('shell.tryAgainInHours', { hours: Math.ceil(minutes / 60) });
}
