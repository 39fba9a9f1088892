/** The paces that a sandbox feed can be asked for: few, because each distinct one is a replay of its own. */
const SPEEDS: readonly number[] = [0.1, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** `/options?speed=10`: the nearest known pace; 1 without a readable number. */
export function readSpeed(url: string | undefined): number {
  const text = new URLSearchParams((url ?? '').split('?')[1] ?? '').get('speed');
  const asked = text === null || text.trim() === '' ? 1 : Number(text);
  if (!(asked > 0)) return 1;
  return SPEEDS.reduce((best, speed) =>
    Math.abs(Math.log(speed / asked)) < Math.abs(Math.log(best / asked)) ? speed : best,
  );
}
