'use client';

import { type PointerEvent, type TouchEvent, useEffect, useRef } from 'react';

/** Duration of a long press in milliseconds, and the movement in pixels that it tolerates. */
const restMs = 450;
const tremblePx = 10;

export interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
}

/** Detects a long touch on an element and reports its target. Mouse input is ignored. */
export function useLongPress(onLongPress: (target: Element) => void): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const isDetected = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown(event) {
      const { target } = event;
      if (event.pointerType !== 'touch' || !(target instanceof Element)) return;
      from.current = { x: event.clientX, y: event.clientY };
      stop();
      isDetected.current = false;
      timer.current = setTimeout(() => {
        isDetected.current = true;
        onLongPress(target);
      }, restMs);
    },
    onPointerMove(event) {
      const { x, y } = from.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > tremblePx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The click that follows a long press would close the opened menu and press the element under it.
    onTouchEnd(event) {
      // A touch that became a scroll is not cancelable and causes no click.
      if (isDetected.current && event.cancelable) event.preventDefault();
    },
  };
}
