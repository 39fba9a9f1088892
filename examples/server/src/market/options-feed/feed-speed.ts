/** The speeds of the sandbox feed outside production. Each one is a separate replay. */
const SPEEDS: readonly number[] = [0.1, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Returns the speed of `/options?speed=10`: the nearest known one, or 1 without a valid number. */
export function readSpeed(url: string | undefined): number {
  const text = new URLSearchParams((url ?? '').split('?')[1] ?? '').get('speed');
  const requested = text === null || text.trim() === '' ? 1 : Number(text);
  if (!(requested > 0)) return 1;
  return SPEEDS.reduce((best, speed) =>
    Math.abs(Math.log(speed / requested)) < Math.abs(Math.log(best / requested)) ? speed : best,
  );
}
