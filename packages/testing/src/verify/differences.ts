// Compares a body with the contract strictly. The client reads leniently: a field of the wrong type reads as its
// default, and an invalid entry is left out of its list. Here each of them is a difference.
import { booleanSchema, idSchema, instantSchema, numberSchema, type Schema } from '@openbell/core/contract';
import * as v from 'valibot';

/** One value in a response that does not match the contract. */
export interface Difference {
  /** JSON path of the value: `$.data[3].created_at`. */
  readonly path: string;
  /** Description of the expected value. */
  readonly expected: string;
  /** The received value; undefined when it is missing. */
  readonly got: unknown;
}

type AnySchema = v.GenericSchema;

/** Compares a value with a schema of the contract; `path` is the JSON path of the value. */
export function findDifferences(schema: Schema<unknown>, value: unknown, path = '$'): readonly Difference[] {
  const canonical = canonicalOf(schema);
  if (canonical !== null) return findDifferences(canonical, value, path);
  const { type } = headOf(schema);
  if (isAbsent(value) && mayBeAbsent(schema, value)) return [];
  // The contract does not validate the entries of long lists: their schema is custom.
  const entry = type === 'custom' ? v.unknown() : entryOf(schema);
  if (entry !== null) return differencesInList(entry, value, path);
  if (descriptions.has(headOf(schema))) return differencesInValue(schema, value, path);
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

/** The form that the contract requires where the client also reads others (`orAbsent`); null for other schemas. */
function canonicalOf(schema: AnySchema): AnySchema | null {
  const { canonical } = 'pipe' in schema ? (v.getMetadata(schema) as { readonly canonical?: AnySchema }) : {};
  return canonical ?? null;
}

/** The entry schema of a lenient list; null for other schemas. */
function entryOf(schema: AnySchema): AnySchema | null {
  const { entry } = 'pipe' in schema ? (v.getMetadata(schema) as { readonly entry?: AnySchema }) : {};
  return entry ?? null;
}

/** Descriptions of the schemas that accept several forms. */
const descriptions = new Map<unknown, string>([
  [headOf(idSchema), 'an integer'],
  [headOf(numberSchema), 'a number'],
  [headOf(booleanSchema), 'a boolean'],
  [headOf(instantSchema), 'a date (ISO 8601, UTC)'],
]);

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Whether the schema has a default for a missing, null or empty value. */
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

/** Differences from the union option that the value's `type` names, or else from the closest option. */
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

/** The literal `type` of a union option, as member socket frames have it; null without one. */
function nameOf(option: AnySchema): string | null {
  const { type } = 'entries' in option ? (option as ObjectSchema).entries : {};
  return type !== undefined && 'literal' in type ? String(type.literal) : null;
}

/** A difference with a longer path is closer; with equal paths, fewer differences are. */
function isNearer(one: readonly Difference[], other: readonly Difference[]): boolean {
  const length = (list: readonly Difference[]): number => list[0]?.path.length ?? Number.POSITIVE_INFINITY;
  if (one.length === 0 || other.length === 0) return one.length < other.length;
  return length(one) > length(other) || (length(one) === length(other) && one.length < other.length);
}

function differencesInValue(schema: AnySchema, value: unknown, path: string): readonly Difference[] {
  const result = v.safeParse(withoutFallback(schema), value);
  if (result.success) return [];
  const [issue] = result.issues;
  const expected = issue.type === 'non_empty' ? 'non-empty text' : (issue.expected ?? issue.message);
  return [{ path, expected: descriptions.get(headOf(schema)) ?? expected, got: value }];
}

/** The schema without its fallback, so that it rejects invalid values. One without a pipe is a string. */
function withoutFallback(schema: AnySchema): AnySchema {
  if (!('fallback' in schema)) return schema;
  if ('pipe' in schema) return v.pipe(...(schema as PipedSchema).pipe) as AnySchema;
  return v.string();
}
