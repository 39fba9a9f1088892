// What fingers do to a picture that is looked at closely. Points are in pixels from the middle of the stage.

/** How the picture stands: enlarged `scale` times, then moved. */
export interface ZoomView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Width and height of the stage. */
export interface Stage {
  readonly width: number;
  readonly height: number;
}

/** The whole picture is to be seen. */
export const fitted: ZoomView = { scale: 1, x: 0, y: 0 };
const mostScale = 6;

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

/** Keeps the picture on the stage: never smaller than fitted, never past its own edge. */
function hold({ scale, x, y }: ZoomView, { width, height }: Stage): ZoomView {
  const held = Math.min(mostScale, Math.max(1, scale));
  const spare = (held - 1) / 2;
  // Adding nothing makes a plain zero of what would read as -0.
  return { scale: held, x: clamp(x, width * spare) + 0, y: clamp(y, height * spare) + 0 };
}

/** Enlarges by `factor`; what is under `at` stays under it. */
export function zoomAt(view: ZoomView, factor: number, at: Point, stage: Stage): ZoomView {
  const scale = Math.min(mostScale, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return hold({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, stage);
}

export function panBy(view: ZoomView, way: Point, stage: Stage): ZoomView {
  return hold({ ...view, x: view.x + way.x, y: view.y + way.y }, stage);
}

/** Two fingers go from one pair of places to another: what they hold stays between them. */
export function pinch(
  view: ZoomView,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
  stage: Stage,
): ZoomView {
  const [before, after] = [middle(from), middle(to)];
  const apart = distance(from);
  if (apart === 0) return view;
  const grown = zoomAt(view, distance(to) / apart, before, stage);
  return panBy(grown, { x: after.x - before.x, y: after.y - before.y }, stage);
}

function middle([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function distance([a, b]: readonly [Point, Point]): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
