'use client';

import type { ReactNode } from 'react';
import { useTexts } from '../../primitives/index.ts';
import { TransientButton } from '../../primitives/TransientButton.tsx';

export interface StaleBannerProps {
  /** The failure. */
  title: string;
  onRetry: () => void;
}

/** Shown above older data when a newer load failed: announces it (role alert) and offers 'Retry'. */
export function StaleBanner({ title, onRetry }: StaleBannerProps): ReactNode {
  const text = useTexts();
  return (
    <div className="ob-time-sales-stale" role="alert">
      <span>{title}</span>
      <TransientButton size="small" onClick={onRetry}>
        {text('shell.retry')}
      </TransientButton>
    </div>
  );
}
