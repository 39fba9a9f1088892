// Never run: the compiler reads the files of this folder. What must not compile stands below `@ts-expect-error`.

/** Whether two types are the same, not merely assignable. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Fails to compile unless it is told that something is true. */
export const holds = <_ extends true>(): void => {};
