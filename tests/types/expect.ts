// Never run: the compiler checks the files of this folder. Lines after `@ts-expect-error` must not compile.

/** Whether two types are the same, not merely assignable. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if the type argument is `true`. */
export const holds = <_ extends true>(): void => {};
