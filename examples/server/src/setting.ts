// Environment variables in a table, and their reader.
import * as v from 'valibot';

/** One variable. */
export interface Setting<Value> {
  readonly name: string;
  readonly schema: v.GenericSchema<string, Value>;
  /** The text of a missing variable. Null: its value is null. Undefined: its group requires it. */
  readonly fallback: string | null | undefined;
}

type Members = Readonly<Record<string, Setting<unknown>>>;

/** Variables that belong together. Null without the first; with it, those without a default are required. */
export interface Group<Own extends Members = Members> {
  readonly members: Own;
  /** The members that are rejected without the first. */
  readonly dependent: readonly string[];
}

/** The values of a table. */
export type Values<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value>
    ? Value
    : Table[Key] extends Group<infer Own>
      ? Values<Own> | null
      : never;
};

export function setting<Value>(
  name: string,
  schema: v.GenericSchema<string, Value>,
  fallback?: string,
): Setting<Value> {
  return { name, schema, fallback };
}

export function optional<Value>(name: string, schema: v.GenericSchema<string, Value>): Setting<Value | null> {
  return { name, schema, fallback: null };
}

export function group<Own extends Members>(
  members: Own,
  dependent: readonly (keyof Own & string)[] = [],
): Group<Own> {
  return { members, dependent };
}

/** The names of a group's variables. */
export function variablesOf({ members }: Group): string[] {
  return Object.values(members).map(({ name }) => name);
}

/** Returns the trimmed value of a variable. Null if it is missing or empty. */
export type Read = (name: string) => string | null;

/** Reads the values of a table. Adds all problems to `problems`. */
export function readTable<Table extends Readonly<Record<string, Setting<unknown> | Group>>>(
  table: Table,
  read: Read,
  problems: string[],
): Values<Table> {
  const values = Object.entries(table).map(([key, entry]) => [
    key,
    'members' in entry ? readGroup(entry, read, problems) : readSetting(entry, read, problems),
  ]);
  return Object.fromEntries(values) as Values<Table>;
}

function readSetting({ name, schema, fallback }: Setting<unknown>, read: Read, problems: string[]): unknown {
  const text = read(name) ?? fallback ?? null;
  if (text === null) return null;
  const result = v.safeParse(schema, text, { abortEarly: true, abortPipeEarly: true });
  if (result.success) return result.output;
  problems.push(`${name} ${result.issues[0].message}`);
  return null;
}

function readGroup({ members, dependent }: Group, read: Read, problems: string[]): unknown {
  const all = Object.values(members);
  const isSet = (member: Setting<unknown> | undefined) => member !== undefined && read(member.name) !== null;
  const [first] = all;
  if (isSet(first)) {
    const missing = all.filter((member) => member.fallback === undefined && !isSet(member));
    problems.push(...missing.map(({ name }) => `${first?.name} requires ${name}.`));
    return readTable(members, read, problems);
  }
  const alone = dependent.map((key) => members[key]).find(isSet);
  if (alone !== undefined) problems.push(`${alone.name} requires ${first?.name}.`);
  return null;
}
