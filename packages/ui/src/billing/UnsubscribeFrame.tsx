'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../primitives/index.ts';

/** Props of {@link UnsubscribeFrame}. */
export interface UnsubscribeFrameProps {
  step: 1 | 2 | 3;
  title: string;
  children: ReactNode;
  /** The two ways on. */
  actions: ReactNode;
}

/** One of the three unsubscribe pages. Its heading takes the focus, so that a new step is heard. */
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
      {children}
      <div className="ob-unsubscribe-actions">{actions}</div>
    </article>
  );
}
