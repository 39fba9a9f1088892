'use client';

import { createContext, type ReactNode, useContext } from 'react';

const FloorContext = createContext<HTMLElement | null>(null);

/** Where everything below it opens its dialogs, menus and lists: an element of the same shadow root, say. */
export function FloorProvider(props: { floor: HTMLElement; children: ReactNode }): ReactNode {
  return <FloorContext.Provider value={props.floor}>{props.children}</FloorContext.Provider>;
}

/** For a portal: its container, where one is provided; otherwise it stands at the end of the page's body. */
export function useFloor(): { container?: HTMLElement } {
  const floor = useContext(FloorContext);
  return floor === null ? {} : { container: floor };
}
