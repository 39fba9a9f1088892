// Statistics and printed rows of the load test.

/** The rows of one measurement, by description. */
export type Rows = Readonly<Record<string, string>>;

export const now = (): number => performance.timeOrigin + performance.now();

export const round = (value: number, digits = 1): string => value.toFixed(digits);

/** Returns the value below which `part` (0 to 1) of a list lies. */
export function quantile(list: readonly number[], part: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (list: readonly number[]): number => quantile(list, 0.5);

/** Returns the slope of the line through points `[x, y]` with the least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const part = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return part / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

const numbers = /\d+(?:\.\d+)?/g;

/** Returns rows of several runs as one, each number the median of its place. */
export function medianRows(runs: readonly [Rows, ...Rows[]]): Rows {
  const [first] = runs;
  return Object.fromEntries(
    Object.entries(first).map(([what, text]) => {
      const columns = runs.map((rows) => rows[what]?.match(numbers) ?? []);
      let place = 0;
      const of = (number: string): string => {
        const values = columns.flatMap((column) => column[place] ?? []);
        place += 1;
        return values.toSorted((a, b) => Number(a) - Number(b))[values.length >> 1] ?? number;
      };
      return [what, text.replaceAll(numbers, of)];
    }),
  );
}

/** Formats the rows of a measurement in columns. */
export function linesOf(name: string, rows: Rows): string {
  return [name, ...Object.entries(rows).map(([what, value]) => `  ${what.padEnd(48)} ${value}`)].join('\n');
}
