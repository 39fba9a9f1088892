'use client';

import { type PointerEvent, type TouchEvent, useEffect, useRef } from 'react';

/** Milliseconds that a finger rests, and pixels that it may tremble. */
const restMs = 450;
const tremblePx = 10;

export interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
}

/** Hears a finger that rests on something in an element, and says on what; a mouse has its own ways. */
export function useLongPress(onLongPress: (target: Element) => void): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const isHeard = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown(event) {
      const { target } = event;
      if (event.pointerType !== 'touch' || !(target instanceof Element)) return;
      from.current = { x: event.clientX, y: event.clientY };
      stop();
      isHeard.current = false;
      timer.current = setTimeout(() => {
        isHeard.current = true;
        onLongPress(target);
      }, restMs);
    },
    onPointerMove(event) {
      const { x, y } = from.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > tremblePx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The finger that goes up has said what it wanted: as a click it would close what has opened, and press what is under it.
    onTouchEnd(event) {
      // A press that has become a scroll cannot be taken back, and clicks nothing.
      if (isHeard.current && event.cancelable) event.preventDefault();
    },
  };
}
