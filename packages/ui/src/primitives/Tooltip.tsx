'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { usePortalContainer } from './portal-container.tsx';

export interface TooltipProps {
  /** The text. It must not be the only description of a control: give that an accessible name too. */
  content: ReactNode;
  /** The focusable element that the tooltip describes. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
}

/** A short text on hover and focus. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps): ReactNode {
  const portal = usePortalContainer();
  return (
    <Base.Provider delay={400}>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal {...portal}>
          <Base.Positioner className="ob-positioner" side={side} sideOffset={6}>
            <Base.Popup className="ob-tooltip">{content}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
