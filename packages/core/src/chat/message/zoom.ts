// Zooming and panning of a picture. Points are in pixels from the center of the stage.

/** The picture is scaled, then moved by `x` and `y` pixels. */
export interface ZoomView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Size of the visible area, in pixels. */
export interface Stage {
  readonly width: number;
  readonly height: number;
}

/** The whole picture is visible. */
export const fitted: ZoomView = { scale: 1, x: 0, y: 0 };
const mostScale = 6;

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

/** Limits a view: never smaller than fitted, never beyond the picture's edge. */
function hold({ scale, x, y }: ZoomView, { width, height }: Stage): ZoomView {
  const held = Math.min(mostScale, Math.max(1, scale));
  const spare = (held - 1) / 2;
  // Adding 0 converts -0 to 0.
  return { scale: held, x: clamp(x, width * spare) + 0, y: clamp(y, height * spare) + 0 };
}

/** Scales by `factor` around the point `at`. */
export function zoomAt(
  view: ZoomView,
  { factor, at }: { readonly factor: number; readonly at: Point },
  stage: Stage,
): ZoomView {
  const scale = Math.min(mostScale, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return hold({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, stage);
}

/** Moves the picture by `way` pixels. */
export function panBy(view: ZoomView, way: Point, stage: Stage): ZoomView {
  return hold({ ...view, x: view.x + way.x, y: view.y + way.y }, stage);
}

/** Follows two fingers that move `from` one pair of points `to` another. */
export function pinch(
  view: ZoomView,
  { from, to }: { readonly from: readonly [Point, Point]; readonly to: readonly [Point, Point] },
  stage: Stage,
): ZoomView {
  const [before, after] = [middle(from), middle(to)];
  const apart = distance(from);
  if (apart === 0) return view;
  const grown = zoomAt(view, { factor: distance(to) / apart, at: before }, stage);
  return panBy(grown, { x: after.x - before.x, y: after.y - before.y }, stage);
}

function middle([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function distance([a, b]: readonly [Point, Point]): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
