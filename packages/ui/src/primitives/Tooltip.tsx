'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { useFloor } from './floor.tsx';

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  /** The words. They must not be the only way to learn what a control does: give it an accessible name too. */
  content: ReactNode;
  /** The element it belongs to, focusable. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
}

/** A few words on hover and on focus. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps): ReactNode {
  const floor = useFloor();
  return (
    <Base.Provider delay={400}>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal {...floor}>
          <Base.Positioner className="ob-positioner" side={side} sideOffset={6}>
            <Base.Popup className="ob-tooltip">{content}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
