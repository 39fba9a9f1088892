import * as v from 'valibot';
import { unknownId } from '../shared/ids.ts';

export { isServerId, unknownId } from '../shared/ids.ts';

/**
 * A schema that parses an untrusted value to a `T`.
 *
 * Public types are handwritten interfaces with documented units. Each schema is declared as `Schema<Interface>`, so that
 * the compiler checks that they match.
 */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** A value in a response that does not match the contract. */
export interface WireProblem {
  /** Dotted path of the value, for example `data.3.created_at`. */
  readonly path: string;
  readonly message: string;
}

/** The result of parsing: the value, or its problems. */
export type WireReading<T> =
  | { readonly ok: true; readonly value: T; readonly dropped: readonly WireProblem[] }
  | { readonly ok: false; readonly problems: readonly WireProblem[] };

/** An entry that `lenientList` has dropped. */
interface DroppedEntry {
  readonly list: readonly unknown[];
  readonly index: number;
  readonly issues: readonly v.BaseIssue<unknown>[];
}

/**
 * Collects the entries that `lenientList` drops during one parse. A module variable, because valibot passes no context to
 * actions; parsing is synchronous.
 */
let dropping: DroppedEntry[] | null = null;

/** Parses an untrusted value. Never throws. `dropped` has the entries that `lenientList` left out, once each. */
export function readWire<T>(schema: Schema<T>, input: unknown): WireReading<T> {
  const outer = dropping;
  const dropped: DroppedEntry[] = [];
  dropping = dropped;
  try {
    const result = v.safeParse(schema, input);
    if (!result.success) return { ok: false, problems: result.issues.map((issue) => toProblem(issue)) };
    return { ok: true, value: result.output, dropped: dropped.length === 0 ? [] : located(dropped, input) };
  } finally {
    dropping = outer;
  }
}

/** Never contains the received value, because problems are logged. */
function toProblem(issue: v.BaseIssue<unknown>, above: readonly (string | number)[] = []): WireProblem {
  const path = [...above, ...(issue.path?.map(({ key }) => String(key)) ?? [])].join('.');
  return { path, message: issue.expected === null ? issue.message : `Expected ${issue.expected}` };
}

/** The dropped entries with their paths in `input`. A union may have parsed the same list more than once. */
function located(dropped: readonly DroppedEntry[], input: unknown): readonly WireProblem[] {
  const problems = new Map<string, WireProblem>();
  for (const { list, index, issues } of dropped) {
    const path = [...(pathTo(list, input) ?? []), index];
    const key = path.join('.');
    const messages = issues.map((issue) => {
      const { path: at, message } = toProblem(issue);
      return at === '' ? message : `${at}: ${message}`;
    });
    problems.set(key, { path: key, message: messages.join('; ') });
  }
  return [...problems.values()];
}

/** The keys that lead to a list with the same entries in parsed JSON (valibot copies lists); null without one. */
function pathTo(list: readonly unknown[], json: unknown): (string | number)[] | null {
  if (typeof json !== 'object' || json === null) return null;
  if (Array.isArray(json) && json.length === list.length && json.every((entry, i) => entry === list[i]))
    return [];
  for (const [key, value] of Object.entries(json)) {
    const rest = pathTo(list, value);
    if (rest !== null) return [key, ...rest];
  }
  return null;
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
        else dropping?.push({ list: dataset.value, index, issues: result.issues });
      });
      return kept;
    }),
    // The entry schema, for generated documents and the checker.
    v.metadata({ entry }),
  );
}

/**
 * A field that the contract requires, but without which the rest of its entity is still shown: `absent` when it is
 * missing, null or invalid. `canonical` is the form that generated documents and the checker expect.
 */
/* @__NO_SIDE_EFFECTS__ */ export function orAbsent<T, Absent>(
  schema: Schema<T>,
  absent: Absent,
  canonical: Schema<unknown> = schema,
): Schema<T | Absent> {
  return v.pipe(
    v.fallback(schema as Schema<T | Absent>, () => absent),
    v.metadata({ canonical }),
  );
}

/** A number from 0 to 2^32 - 1 for a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * A `lenientList` of entities. An entry without an id gets a local one that depends on its content, so that it stays the
 * same entry when the list is loaded again.
 */
/* @__NO_SIDE_EFFECTS__ */ export function entityList<T extends { readonly id: number }>(
  entry: Schema<T>,
): Schema<T[]> {
  return v.pipe(lenientList(entry), v.transform(withLocalIds));
}

function withLocalIds<T extends { readonly id: number }>(list: T[]): T[] {
  if (list.every(({ id }) => id !== unknownId)) return list;
  const taken = new Set(list.map(({ id }) => id));
  return list.map((entry) => {
    if (entry.id !== unknownId) return entry;
    let id = unknownId - 1 - hashOf(JSON.stringify(entry));
    while (taken.has(id)) id -= 1;
    taken.add(id);
    return { ...entry, id };
  });
}
