import * as v from 'valibot';

/**
 * A schema that parses an untrusted value to a `T`.
 *
 * Public types are handwritten interfaces with documented units. Each schema is declared as `Schema<Interface>`, so that
 * the compiler checks that they match.
 */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** A value in an answer that does not match the contract. */
export interface WireProblem {
  /** Dotted path of the value, for example `data.3.created_at`. */
  readonly path: string;
  readonly message: string;
}

/** The result of parsing: the value, or its problems. */
export type WireReading<T> =
  | { readonly ok: true; readonly value: T; readonly dropped: readonly WireProblem[] }
  | { readonly ok: false; readonly problems: readonly WireProblem[] };

/**
 * Collects the entries that `lenientList` drops during one parse. A module variable, because valibot passes no context to
 * actions; parsing is synchronous.
 */
let dropping: WireProblem[] | null = null;

/** Parses an untrusted value. Never throws. `dropped` has the entries that `lenientList` left out. */
export function readWire<T>(schema: Schema<T>, input: unknown): WireReading<T> {
  const outer = dropping;
  const dropped: WireProblem[] = [];
  dropping = dropped;
  try {
    const result = v.safeParse(schema, input);
    if (result.success) return { ok: true, value: result.output, dropped };
    return { ok: false, problems: result.issues.map(toProblem) };
  } finally {
    dropping = outer;
  }
}

function toProblem(issue: v.BaseIssue<unknown>): WireProblem {
  return { path: v.getDotPath(issue) ?? '', message: issue.message };
}

/**
 * A list that drops malformed entries. Values that are not lists are rejected.
 */
/* @__NO_SIDE_EFFECTS__ */ export function lenientList<T>(entry: Schema<T>): Schema<T[]> {
  return v.pipe(
    v.array(v.unknown()),
    v.rawTransform<unknown[], T[]>(({ dataset }) => {
      const kept: T[] = [];
      dataset.value.forEach((item, index) => {
        const result = v.safeParse(entry, item);
        if (result.success) kept.push(result.output);
        else
          dropping?.push({
            path: String(index),
            message: result.issues.map((issue) => issue.message).join('; '),
          });
      });
      return kept;
    }),
    // The entry schema, for generated documents and the checker.
    v.metadata({ entry }),
  );
}
