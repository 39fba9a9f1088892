/** An array as one parameter, which needs a cast: `${arrayOf(ids)}::int[]`. The statement is then the same for each length. */
export function arrayOf(values: Iterable<number | string>): string {
  return `{${[...values].join(',')}}`;
}
