/** Figures that one run gives together. */
export type RunFigures = Readonly<Record<string, number>>;

/** The runs that warm a contender up, one before the rounds and one as a round that does not count. */
const warmUps = 2;

/**
 * Work that gives several figures at once. The bench of the figure that is asked for first makes the runs; those of
 * the others read what the same runs gave, instead of making them again.
 */
export function sharedRuns(run: () => Promise<RunFigures>): (figure: string) => () => Promise<number> {
  const runs: RunFigures[] = [];
  let maker: string | null = null;
  return (figure) => {
    let turn = 0;
    return async () => {
      maker ??= figure;
      if (maker === figure) runs.push(await run());
      const measured = runs.length > warmUps ? runs.slice(warmUps) : runs;
      const value = (maker === figure ? runs.at(-1) : measured[turn % measured.length])?.[figure];
      turn += 1;
      if (value === undefined) throw new Error(`A run gives no ${figure}`);
      return value;
    };
  };
}
