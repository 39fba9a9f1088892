'use client';

import { createContext, type ReactNode, useContext } from 'react';

const PortalContainerContext = createContext<HTMLElement | null>(null);

/**
 * Sets the portal container of all dialogs, menus and lists below it, for example an element of the same shadow root.
 */
export function PortalContainerProvider(props: { container: HTMLElement; children: ReactNode }): ReactNode {
  return (
    <PortalContainerContext.Provider value={props.container}>
      {props.children}
    </PortalContainerContext.Provider>
  );
}

/** Returns the portal container as props for a portal; empty without a provider, which means the end of the body. */
export function usePortalContainer(): { container?: HTMLElement } {
  const container = useContext(PortalContainerContext);
  return container === null ? {} : { container };
}
