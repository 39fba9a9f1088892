// The contract's schemas as JSON Schema 2020-12, in their canonical form: the schemas read leniently (ids as text, flags
// as 1 and 0, dates without a zone), the documents say what is to be sent.
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

/** What the contract's own lenient readers ask for. They are known by the first piece of their pipe. */
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

/** Checks that JSON Schema has no word for, or that say nothing about the form. */
const unsaid = new Set(['check', 'forward', 'partial_check', 'transform', 'raw_transform', 'trim', 'finite']);

/** Converts the named schemas, which refer to each other by name below `#/components/schemas/`. */
export function toComponents(named: Readonly<Record<string, Schema<unknown>>>): Record<string, JsonSchema> {
  const names = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]));
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode: 'output',
    overrideRef: ({ referenceId }) => refTo(referenceId),
    overrideSchema: ({ valibotSchema, jsonSchema }) => schemaForm(valibotSchema as AnySchema, jsonSchema),
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === 'metadata') {
        return { type: 'array', items: entryForm((valibotAction as EntryMetadata).metadata.entry) };
      }
      if (valibotAction.type === 'safe_integer') return { type: 'integer' };
      if (valibotAction.type === 'min_graphemes' || valibotAction.type === 'max_graphemes')
        return {
          ...jsonSchema,
          ...lengthForm(valibotAction as v.MinGraphemesAction<string, number, undefined>),
        };
      return unsaid.has(valibotAction.type) ? jsonSchema : null;
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

type EntryMetadata = v.MetadataAction<unknown, { readonly entry: AnySchema }>;

export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function schemaForm(schema: AnySchema, form: JsonSchema): JsonSchema | null {
  const known = canonical.get(schema);
  if (known !== undefined) return { ...known };
  if (schema.type === 'object') return objectForm(schema as ObjectSchema, form);
  if (schema === (contract.programsSchema as AnySchema)) return (form.anyOf as JsonSchema[])[0] ?? null;
  if (schema.type === 'nullish' || schema.type === 'nullable') return nullishForm(form);
  if (schema.type === 'union') return unionForm(form);
  // Lists that the contract leaves unread, because they are long.
  if (schema.type === 'custom') return { type: 'array' };
  return null;
}

/** What must be there is what the contract refuses to read without; of the rest the document says what it reads as. */
function objectForm(schema: ObjectSchema, form: JsonSchema): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const converted = (form.properties ?? {}) as Record<string, JsonSchema>;
  for (const [key, entry] of Object.entries(schema.entries)) {
    const { default: _, ...given } = converted[key] ?? {};
    const absent = v.safeParse(entry, undefined);
    if (absent.success) {
      const reads = absent.output === undefined ? {} : { default: absent.output as never };
      properties[key] = { ...given, ...reads };
      continue;
    }
    required.push(key);
    properties[key] = isPlainText(given) ? { ...given, minLength: shortest(entry) } : given;
  }
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function isPlainText(form: JsonSchema): boolean {
  return form.type === 'string' && !['enum', 'pattern', 'format', 'minLength'].some((word) => word in form);
}

/** How short a text may be: pipes that trim first hide their lower bound from the conversion. */
function shortest(entry: AnySchema): number {
  const lengths = Array.from({ length: 16 }, (_, length) => length);
  return lengths.find((length) => v.is(entry, 'a'.repeat(length))) ?? 0;
}

/** A default that is a value means that null is only put up with; null as the default means that it says something. */
function nullishForm(form: JsonSchema): JsonSchema {
  const [inner] = form.anyOf as [JsonSchema];
  if (inner.const === '') return { type: 'null' };
  if (form.default !== null && form.default !== undefined) return inner;
  if (typeof inner.type !== 'string') return { anyOf: [inner, { type: 'null' }] };
  return { ...inner, type: [inner.type, 'null'] };
}

/** Of several readings the canonical ones: a number before its digits, a value before ''. */
function unionForm(form: JsonSchema): JsonSchema {
  const options = (form.anyOf as JsonSchema[]).filter((option) => option.const !== '');
  const values = options.map((option) => option.const);
  if (values.every((value) => value !== undefined)) {
    const numbers = values.filter((value) => typeof value === 'number');
    return { enum: numbers.length > 0 ? numbers : values };
  }
  return options.length === 1 ? (options[0] as JsonSchema) : { anyOf: options };
}

/** Graphemes are made of characters: a lower bound holds for both, an upper one can only be told. */
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
