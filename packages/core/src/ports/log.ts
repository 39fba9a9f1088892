/** Receives the errors that the specification calls 'only logged'. Silent by default: a library owns no console. */
export type Log = (message: string, detail?: unknown) => void;

export const silentLog: Log = () => {};

/** Hears of what was put right or left out without the person noticing: storage trouble, malformed entries. */
export type OnError = (problem: { readonly where: string; readonly error: unknown }) => void;
