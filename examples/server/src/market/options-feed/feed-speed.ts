/** The speeds of the sandbox feed; each one is a separate replay. */
const SPEEDS: readonly number[] = [0.1, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Reads `/options?speed=10`: the nearest known speed; 1 without a valid number. */
export function readSpeed(url: string | undefined): number {
  const text = new URLSearchParams((url ?? '').split('?')[1] ?? '').get('speed');
  const asked = text === null || text.trim() === '' ? 1 : Number(text);
  if (!(asked > 0)) return 1;
  return SPEEDS.reduce((best, speed) =>
    Math.abs(Math.log(speed / asked)) < Math.abs(Math.log(best / asked)) ? speed : best,
  );
}
