'use client';

import type { ReactNode } from 'react';
import { useTexts } from './texts.tsx';

export interface SpinnerProps {
  /** The accessible name. Default 'Loading'. */
  label?: string | undefined;
  /** Hides it from screen readers, next to a text that already says it. */
  decorative?: boolean | undefined;
  size?: 'small' | 'large' | undefined;
}

/** A loading indicator. */
export function Spinner({ label, decorative = false, size = 'small' }: SpinnerProps): ReactNode {
  const text = useTexts();
  const ring = (
    <svg className="ob-spinner" data-size={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="8" className="ob-spinner-track" />
      <path d="M10 2a8 8 0 0 1 8 8" className="ob-spinner-head" />
    </svg>
  );
  if (decorative) return ring;
  return (
    <span className="ob-spinner-box" role="status">
      {ring}
      <span className="ob-visually-hidden">{label ?? text('shell.loading')}</span>
    </span>
  );
}
