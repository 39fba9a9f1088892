// Converts the contract's schemas to JSON Schema 2020-12. The schemas accept several forms (ids as text, booleans as 1 and
// 0, dates without a zone); the documents describe only the canonical one.
import type { Schema } from '@openbell/core/contract';
import * as contract from '@openbell/core/contract';
import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import * as v from 'valibot';

type AnySchema = v.GenericSchema;
type ObjectSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/** The canonical forms of the contract's lenient schemas, by the first schema of their pipe. */
const canonical = new Map<unknown, JsonSchema>(
  (
    [
      [contract.idSchema, { type: 'integer' }],
      [contract.numberSchema, { type: 'number' }],
      [contract.booleanSchema, { type: 'boolean' }],
      [contract.instantSchema, { type: 'string', format: 'date-time' }],
    ] as const
  ).map(([schema, form]) => [headOf(schema as AnySchema), form]),
);

function headOf(schema: AnySchema): AnySchema {
  return 'pipe' in schema ? headOf((schema.pipe as readonly AnySchema[])[0] as AnySchema) : schema;
}

/** Valibot actions that JSON Schema cannot express, or that do not change the form. */
const omittedActions = new Set([
  'check',
  'forward',
  'partial_check',
  'transform',
  'raw_transform',
  'trim',
  'finite',
]);

/** Converts the schemas. References between them become `#/components/schemas/<name>`. */
export function toComponents(named: Readonly<Record<string, Schema<unknown>>>): Record<string, JsonSchema> {
  const names = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]));
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode: 'output',
    overrideRef: ({ referenceId }) => refTo(referenceId),
    overrideSchema: ({ valibotSchema, jsonSchema }) => schemaForm(valibotSchema as AnySchema, jsonSchema),
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === 'metadata') {
        const { entry, canonical } = (valibotAction as FormMetadata).metadata;
        if (canonical !== undefined) return entryForm(canonical);
        return entry === undefined ? jsonSchema : { type: 'array', items: entryForm(entry) };
      }
      if (valibotAction.type === 'safe_integer') return { type: 'integer' };
      if (valibotAction.type === 'min_graphemes' || valibotAction.type === 'max_graphemes')
        return {
          ...jsonSchema,
          ...lengthForm(valibotAction as v.MinGraphemesAction<string, number, undefined>),
        };
      return omittedActions.has(valibotAction.type) ? jsonSchema : null;
    },
    errorMode: 'throw',
  };
  function entryForm(entry: AnySchema): JsonSchema {
    const name = names.get(entry);
    if (name !== undefined) return { $ref: refTo(name) };
    const { $schema: _, ...form } = toJsonSchema(entry, { ...config, definitions: {} });
    return form;
  }
  return toJsonSchemaDefs(named as Record<string, AnySchema>, config);
}

/** Of `lenientList` and `orAbsent`. */
type FormMetadata = v.MetadataAction<unknown, { readonly entry?: AnySchema; readonly canonical?: AnySchema }>;

/** The schema that a field is documented with: what servers send, not all that the client reads. */
export function documentedOf(schema: AnySchema): AnySchema {
  const { canonical } = 'pipe' in schema ? (v.getMetadata(schema) as FormMetadata['metadata']) : {};
  return canonical ?? schema;
}

export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function schemaForm(schema: AnySchema, form: JsonSchema): JsonSchema | null {
  const canonicalForm = canonical.get(schema);
  if (canonicalForm !== undefined) return { ...canonicalForm };
  if (schema.type === 'object') return objectForm(schema as ObjectSchema, form);
  if (schema === (contract.programsSchema as AnySchema)) return (form.anyOf as JsonSchema[])[0] ?? null;
  if (schema.type === 'nullish' || schema.type === 'nullable') return nullishForm(form);
  if (schema.type === 'union') return unionForm(form);
  // Long lists, whose items the contract does not parse.
  if (schema.type === 'custom') return { type: 'array' };
  return null;
}

/** Requires the keys that the contract rejects a body without; the other keys get their default. */
function objectForm(schema: ObjectSchema, form: JsonSchema): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const converted = (form.properties ?? {}) as Record<string, JsonSchema>;
  for (const [key, read] of Object.entries(schema.entries)) {
    const entry = documentedOf(read);
    const { default: _, ...property } = converted[key] ?? {};
    const absent = v.safeParse(entry, undefined);
    if (absent.success) {
      const fallback = absent.output === undefined ? {} : { default: absent.output as never };
      properties[key] = { ...property, ...fallback };
      continue;
    }
    required.push(key);
    properties[key] = isPlainText(property) ? { ...property, minLength: minLengthOf(entry) } : property;
  }
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function isPlainText(form: JsonSchema): boolean {
  return form.type === 'string' && !['enum', 'pattern', 'format', 'minLength'].some((word) => word in form);
}

/** Finds the minimum length by trial, because the conversion does not see it in pipes that trim first. */
function minLengthOf(entry: AnySchema): number {
  const lengths = Array.from({ length: 16 }, (_, length) => length);
  return lengths.find((length) => v.is(entry, 'a'.repeat(length))) ?? 0;
}

/** Omits `null` when the default is a value: the contract accepts it, but it is not canonical. */
function nullishForm(form: JsonSchema): JsonSchema {
  const [inner] = form.anyOf as [JsonSchema];
  if (inner.const === '') return { type: 'null' };
  if (form.default !== null && form.default !== undefined) return inner;
  if (typeof inner.type !== 'string') return { anyOf: [inner, { type: 'null' }] };
  return { ...inner, type: [inner.type, 'null'] };
}

/** Keeps the canonical options of a union: numbers instead of digits, values instead of ''. */
function unionForm(form: JsonSchema): JsonSchema {
  const options = (form.anyOf as JsonSchema[]).filter((option) => option.const !== '');
  const values = options.map((option) => option.const);
  if (values.every((value) => value !== undefined)) {
    const numbers = values.filter((value) => typeof value === 'number');
    return { enum: numbers.length > 0 ? numbers : values };
  }
  return options.length === 1 ? (options[0] as JsonSchema) : { anyOf: options };
}

/** A minimum of graphemes is also a minimum of characters. A maximum is not, so it becomes a description. */
function lengthForm({
  type,
  requirement,
}: {
  readonly type: string;
  readonly requirement: number;
}): JsonSchema {
  return type === 'min_graphemes'
    ? { minLength: requirement }
    : { description: `At most ${requirement.toLocaleString('en-US')} characters, as a person counts them.` };
}
