'use client';

import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../primitives/index.ts';
import { useFocusHandedOn } from '../primitives/use-focus-handed-on.ts';

/** A button that goes away with what it ends ('Retry', 'Show all tickers'), and hands its focus on. */
export function PassingButton(props: ButtonProps): ReactNode {
  const leaving = useFocusHandedOn<HTMLSpanElement>();
  return (
    <span ref={leaving} className="ob-passing">
      <Button {...props} />
    </span>
  );
}
