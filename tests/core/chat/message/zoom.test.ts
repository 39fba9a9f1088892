import { fitted, type Point, panBy, pinch, type ZoomView, zoomAt } from '@openbell/core/chat';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const stage = { width: 400, height: 300 };
const point: fc.Arbitrary<Point> = fc.record({
  x: fc.integer({ min: -200, max: 200 }),
  y: fc.integer({ min: -150, max: 150 }),
});
const step = fc.oneof(
  fc.record({
    kind: fc.constant('zoom' as const),
    factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
    at: point,
  }),
  fc.record({ kind: fc.constant('pan' as const), way: point }),
  fc.record({
    kind: fc.constant('pinch' as const),
    from: fc.tuple(point, point),
    to: fc.tuple(point, point),
  }),
);

describe('image gestures', () => {
  it('keep the scale between 1 and 6 and the offset within the edges, for any gestures [chat.zoom-gestures]', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let view: ZoomView = fitted;
        for (const one of steps) {
          if (one.kind === 'zoom') view = zoomAt(view, one, stage);
          else if (one.kind === 'pan') view = panBy(view, one.way, stage);
          else view = pinch(view, one, stage);
          expect(view.scale).toBeGreaterThanOrEqual(1);
          expect(view.scale).toBeLessThanOrEqual(6);
          expect(Math.abs(view.x)).toBeLessThanOrEqual(((view.scale - 1) * stage.width) / 2);
          expect(Math.abs(view.y)).toBeLessThanOrEqual(((view.scale - 1) * stage.height) / 2);
        }
      }),
    );
  });

  it('zooming keeps the point under the cursor in place', () => {
    fc.assert(
      fc.property(point, fc.double({ min: 1, max: 6, noNaN: true }), (at, factor) => {
        const view = zoomAt(fitted, { factor, at }, stage);
        expect((at.x - view.x) / view.scale).toBeCloseTo(at.x, 6);
        expect((at.y - view.y) / view.scale).toBeCloseTo(at.y, 6);
      }),
    );
  });

  it('pinching zooms in and out, and is ignored when both pointers start at one point', () => {
    const near: [Point, Point] = [
      { x: -10, y: 0 },
      { x: 10, y: 0 },
    ];
    const far: [Point, Point] = [
      { x: -30, y: 0 },
      { x: 30, y: 0 },
    ];
    expect(pinch(fitted, { from: near, to: far }, stage)).toEqual({ scale: 3, x: 0, y: 0 });
    expect(pinch(pinch(fitted, { from: near, to: far }, stage), { from: far, to: near }, stage)).toEqual(
      fitted,
    );
    expect(pinch(fitted, { from: [near[0], near[0]], to: far }, stage)).toEqual(fitted);
  });
});
