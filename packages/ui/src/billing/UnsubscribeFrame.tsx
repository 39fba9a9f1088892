'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../primitives/index.ts';
import { wrapText } from '../primitives/wrap-text.tsx';

export interface UnsubscribeFrameProps {
  step: 1 | 2 | 3;
  title: string;
  children: ReactNode;
  /** The two buttons: continue and go back. */
  actions: ReactNode;
}

/**
 * The layout of the three unsubscribe pages. The heading takes the focus, so that screen readers announce each step.
 */
export function UnsubscribeFrame({ step, title, children, actions }: UnsubscribeFrameProps): ReactNode {
  const text = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article className="ob-unsubscribe" data-part={`unsubscribe-${step}`}>
      <p className="ob-unsubscribe-step">{text('billing.unsubscribeStep', { step })}</p>
      <h1 className="ob-unsubscribe-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {wrapText(children)}
      <div className="ob-unsubscribe-actions">{actions}</div>
    </article>
  );
}
