/** Receives the errors that the specification calls 'only logged'. The default does nothing. */
export type Log = (message: string, detail?: unknown) => void;

export const silentLog: Log = () => {};

/** Receives problems that were handled silently: storage errors, malformed entries. */
export type OnError = (problem: { readonly where: string; readonly error: unknown }) => void;
