import * as v from 'valibot';

/**
 * A schema that reads an outside value of any kind and gives a `T`.
 *
 * Public types are interfaces written by hand, with their units; each schema is declared as
 * `Schema<ThatInterface>`, so the compiler holds the two together.
 */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** One place in an answer that did not have the promised shape. */
export interface WireProblem {
  /** Dotted path to the place, for example `data.3.created_at`. */
  readonly path: string;
  readonly message: string;
}

/** What reading an outside value gives: the value, or what is wrong with it. */
export type WireReading<T> =
  | { readonly ok: true; readonly value: T; readonly dropped: readonly WireProblem[] }
  | { readonly ok: false; readonly problems: readonly WireProblem[] };

/**
 * Where `lenientList` reports the entries that it leaves out, while one value is read. Reading is synchronous, so one
 * reading ends before another begins; valibot hands nothing of a caller's own down to its actions.
 */
let dropping: WireProblem[] | null = null;

/** Reads an outside value; never throws. Entries that `lenientList` left out come in `dropped`. */
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
 * A list in which a malformed entry loses that entry only.
 * What is not a list at all is still refused.
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
    // What an entry is, for the documents and the checker that are made from the contract.
    v.metadata({ entry }),
  );
}
