'use client';

import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { useFocusOnRemoval } from './use-focus-on-removal.ts';

/** A button that disappears with the state it ends ('Retry', 'Show all tickers'), and passes the focus on. */
export function TransientButton(props: ButtonProps): ReactNode {
  const leaving = useFocusOnRemoval<HTMLSpanElement>();
  return (
    <span ref={leaving} className="ob-passing">
      <Button {...props} />
    </span>
  );
}
