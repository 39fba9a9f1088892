// Where an answer is not as the contract has it, to the place. Reading is lenient and passes over much: a field of
// another type reads as its default, a broken entry is left out of its list. Here all of that is told.
import { booleanSchema, idSchema, instantSchema, numberSchema, type Schema } from '@openbell/core/contract';
import * as v from 'valibot';

/** One place in an answer that does not read as the contract has it. */
export interface Difference {
  /** Where, as a JSON path: `$.data[3].created_at`. */
  readonly path: string;
  /** What the contract asks for there, in words. */
  readonly expected: string;
  /** What stands there; undefined when nothing does. */
  readonly got: unknown;
}

type AnySchema = v.GenericSchema;

/** Compares a whole body with a schema of the contract; `path` is where the value stands. */
export function findDifferences(schema: Schema<unknown>, value: unknown, path = '$'): readonly Difference[] {
  const { type } = headOf(schema);
  if (isAbsent(value) && mayBeAbsent(schema, value)) return [];
  // Lists that the contract leaves unread, because they are long, are custom.
  const entry = type === 'custom' ? v.unknown() : entryOf(schema);
  if (entry !== null) return differencesInList(entry, value, path);
  if (words.has(headOf(schema))) return differencesInValue(schema, value, path);
  if (type === 'object') return differencesInObject(headOf(schema), value, path);
  if (type === 'nullish' || type === 'nullable' || type === 'optional') {
    return findDifferences((headOf(schema) as WrappedSchema).wrapped, value, path);
  }
  if (type === 'union') return closest(headOf(schema) as UnionSchema, value, path);
  return differencesInValue(schema, value, path);
}

type WrappedSchema = AnySchema & { readonly wrapped: AnySchema };
type UnionSchema = AnySchema & { readonly options: readonly AnySchema[] };
type ObjectSchema = AnySchema & { readonly entries: Readonly<Record<string, AnySchema>> };
type PipedSchema = AnySchema & {
  readonly pipe: readonly [AnySchema, ...v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>[]];
};

function headOf(schema: AnySchema): AnySchema {
  return 'pipe' in schema ? headOf((schema as PipedSchema).pipe[0]) : schema;
}

/** What the entries of a lenient list are; null for everything else. */
function entryOf(schema: AnySchema): AnySchema | null {
  const { entry } = 'pipe' in schema ? (v.getMetadata(schema) as { readonly entry?: AnySchema }) : {};
  return entry ?? null;
}

/** The readers that take several forms, in a person's words. */
const words = new Map<unknown, string>([
  [headOf(idSchema), 'an integer'],
  [headOf(numberSchema), 'a number'],
  [headOf(booleanSchema), 'a boolean'],
  [headOf(instantSchema), 'a date (ISO 8601, UTC)'],
]);

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Something is put in the place of what is missing, null or empty. */
function mayBeAbsent(schema: AnySchema, value: unknown): boolean {
  const lenient = 'fallback' in schema || ['nullish', 'nullable', 'optional'].includes(headOf(schema).type);
  return (lenient || value !== '') && v.is(schema, value);
}

function differencesInList(entry: AnySchema, value: unknown, path: string): readonly Difference[] {
  if (!Array.isArray(value)) return [{ path, expected: 'a list', got: value }];
  return value.flatMap((item, index) => findDifferences(entry, item, `${path}[${index}]`));
}

function differencesInObject(schema: AnySchema, value: unknown, path: string): readonly Difference[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path, expected: 'an object', got: value }];
  }
  return Object.entries((schema as ObjectSchema).entries).flatMap(([key, entry]) =>
    findDifferences(entry, (value as Record<string, unknown>)[key], `${path}.${key}`),
  );
}

/** The differences from the form that the value names, or else from the one that comes nearest. */
function closest({ options }: UnionSchema, value: unknown, path: string): readonly Difference[] {
  const names = options.map(nameOf);
  const has = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  const named = options.find((_, at) => names[at] !== null && names[at] === has);
  if (named !== undefined) return findDifferences(named, value, path);
  if (has !== undefined && !names.includes(null)) {
    return [{ path: `${path}.type`, expected: `one of ${names.join(', ')}`, got: has }];
  }
  const all = options.map((option) => findDifferences(option, value, path));
  return all.reduce((best, other) => (isNearer(other, best) ? other : best));
}

/** What tells the forms of a union apart, where each carries its name as `type` (the frames of the member socket). */
function nameOf(option: AnySchema): string | null {
  const { type } = 'entries' in option ? (option as ObjectSchema).entries : {};
  return type !== undefined && 'literal' in type ? String(type.literal) : null;
}

/** Fewer differences are nearer; as many, but deeper inside, too. */
function isNearer(one: readonly Difference[], other: readonly Difference[]): boolean {
  const depth = (list: readonly Difference[]): number => list[0]?.path.length ?? Number.POSITIVE_INFINITY;
  if (one.length === 0 || other.length === 0) return one.length < other.length;
  return depth(one) > depth(other) || (depth(one) === depth(other) && one.length < other.length);
}

function differencesInValue(schema: AnySchema, value: unknown, path: string): readonly Difference[] {
  const result = v.safeParse(withoutFallback(schema), value);
  if (result.success) return [];
  const [issue] = result.issues;
  const asked = issue.type === 'non_empty' ? 'text that is not empty' : (issue.expected ?? issue.message);
  return [{ path, expected: words.get(headOf(schema)) ?? asked, got: value }];
}

/** The same reader, refusing what it would otherwise pass over. What has no pipe and is no shape is text. */
function withoutFallback(schema: AnySchema): AnySchema {
  if (!('fallback' in schema)) return schema;
  if ('pipe' in schema) return v.pipe(...(schema as PipedSchema).pipe) as AnySchema;
  return v.string();
}
