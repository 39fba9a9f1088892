'use client';

import { fitted, type Point, panBy, pinch, type Stage, type ZoomView, zoomAt } from '@openbell/core/chat';
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { pressedKey } from '../../primitives/pressed-key.ts';

/** Pixels of horizontal movement for a swipe, and the maximum movement of a tap. */
const swipePx = 48;
const touchPx = 8;
/** Zoom factor of a click or key. */
const stepFactor = 1.6;
const clickFactor = 2.5;

export interface PictureGestures {
  readonly view: ZoomView;
  /** Ref for the stage element. */
  readonly stageRef: (element: HTMLElement | null) => void;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  };
}

/**
 * Gestures of the zoom modal: swipe to the neighbors, pinch to zoom, drag a zoomed picture. A click, Ctrl and wheel,
 * and the keys + - 0 zoom as well.
 */
export function usePictureGestures(onSwipe: (by: 1 | -1) => void): PictureGestures {
  const [view, setView] = useState(fitted);
  const stage = useRef<HTMLElement | null>(null);
  const fingers = useRef(new Map<number, Point>());
  /** The first finger's path, and whether the touch was more than a tap. */
  const way = useRef({ x: 0, y: 0, isGesture: false });

  const size = useCallback(
    (): Stage => ({ width: stage.current?.clientWidth ?? 0, height: stage.current?.clientHeight ?? 0 }),
    [],
  );
  const placeOf = useCallback((event: { readonly clientX: number; readonly clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box === undefined
      ? { x: 0, y: 0 }
      : { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  }, []);

  useEffect(() => {
    const element = stage.current;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const factor = { '+': stepFactor, '=': stepFactor, '-': 1 / stepFactor }[pressedKey(event)];
      if (factor !== undefined) setView((before) => zoomAt(before, { factor, at: { x: 0, y: 0 } }, size()));
      else if (pressedKey(event) === '0') setView(fitted);
    };
    // Browsers report a touchpad's pinch as Ctrl and wheel; without preventDefault the page would zoom.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const at = placeOf(event);
      setView((before) => zoomAt(before, { factor: Math.exp(-event.deltaY / 200), at }, size()));
    };
    window.addEventListener('keydown', onKey);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      window.removeEventListener('keydown', onKey);
      element?.removeEventListener('wheel', onWheel);
    };
  }, [placeOf, size]);

  function lift(event: PointerEvent<HTMLElement>): void {
    fingers.current.delete(event.pointerId);
  }

  return {
    view,
    stageRef: useCallback((element) => {
      stage.current = element;
    }, []),
    handlers: {
      onPointerDown(event) {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        fingers.current.set(event.pointerId, placeOf(event));
        if (fingers.current.size === 1) way.current = { x: 0, y: 0, isGesture: false };
        else way.current.isGesture = true;
      },
      onPointerMove(event) {
        const from = fingers.current.get(event.pointerId);
        if (from === undefined) return;
        const to = placeOf(event);
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
        fingers.current.set(event.pointerId, to);
        if (other !== undefined) {
          setView((before) => pinch(before, { from: [from, other], to: [to, other] }, size()));
          return;
        }
        const step = { x: to.x - from.x, y: to.y - from.y };
        const { x, y, isGesture } = way.current;
        const gone = { x: x + step.x, y: y + step.y };
        way.current = { ...gone, isGesture: isGesture || Math.hypot(gone.x, gone.y) > touchPx };
        setView((before) => (before.scale > 1 ? panBy(before, step, size()) : before));
      },
      onPointerUp(event) {
        const isLast = fingers.current.size === 1;
        lift(event);
        const { x, y, isGesture } = way.current;
        if (!isLast || !isGesture || view.scale > 1) return;
        if (Math.abs(x) >= swipePx && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
      },
      onPointerCancel: lift,
      onClick(event) {
        // A click after a swipe or pinch does not zoom.
        if (way.current.isGesture) {
          way.current.isGesture = false;
          return;
        }
        const at = event.detail === 0 ? { x: 0, y: 0 } : placeOf(event);
        setView((before) =>
          before.scale > 1 ? fitted : zoomAt(before, { factor: clickFactor, at }, size()),
        );
      },
    },
  };
}
