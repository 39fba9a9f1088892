'use client';

import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../primitives/index.ts';
import { useFocusHandedOn } from '../primitives/use-focus-handed-on.ts';

/** A button that disappears with the state it ends ('Retry', 'Show all tickers'), and passes the focus on. */
export function PassingButton(props: ButtonProps): ReactNode {
  const leaving = useFocusHandedOn<HTMLSpanElement>();
  return (
    <span ref={leaving} className="ob-passing">
      <Button {...props} />
    </span>
  );
}
