// Texts of a mebibyte, the limit of a JSON body, in every field that a caller may send.
import { endpoints, feedActionSchema } from '@openbell/core/contract';
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';

interface AnySchema extends v.GenericSchema {
  readonly pipe?: readonly [AnySchema, ...unknown[]];
  readonly wrapped?: AnySchema;
  readonly item?: AnySchema;
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly options?: readonly (AnySchema | string | number)[];
}

type Field = readonly [name: string, schema: AnySchema];

/** Returns the schemas of the fields, and of a list's entries. */
function fieldsOf(name: string, schema: AnySchema): readonly Field[] {
  const inner = schema.wrapped ?? schema.pipe?.[0] ?? schema;
  if (schema.type === 'variant' || inner.entries !== undefined || inner.type === 'array') {
    const nested: [string, AnySchema][] = Object.entries(inner.entries ?? {});
    if (inner.item !== undefined) nested.push(['[]', inner.item]);
    const options = (schema.options ?? []).filter((option) => typeof option === 'object');
    return [
      ...nested.flatMap(([key, entry]) => fieldsOf(`${name}.${key}`, entry)),
      ...options.flatMap((option, index) => fieldsOf(`${name}(${index})`, option)),
    ];
  }
  return inner !== schema && (inner.wrapped ?? inner.pipe ?? inner.entries) !== undefined
    ? fieldsOf(name, inner).map(([path, found]) => [path, found === inner ? schema : found] as const)
    : [[name, schema]];
}

const fields = [
  ...Object.entries(endpoints).flatMap(([name, { body }]) =>
    body === null ? [] : fieldsOf(name, body as AnySchema),
  ),
  ...fieldsOf('options feed', feedActionSchema as AnySchema),
];

const MEBIBYTE = 1024 * 1024;
const texts = {
  letters: 'a'.repeat(MEBIBYTE),
  digits: '1'.repeat(MEBIBYTE),
  spaces: `a${' '.repeat(MEBIBYTE)}a`,
  'combining marks': `a${'\u0301'.repeat(5_000)}`.repeat(100),
  'joined emoji': '👩‍'.repeat(MEBIBYTE / 8),
  address: `a@${'ü'.repeat(MEBIBYTE / 2)}.example`,
};

describe('a text of a mebibyte', () => {
  afterEach(() => vi.restoreAllMocks());

  test('has fields to be in', () => {
    expect(fields.length).toBeGreaterThan(60);
    expect(fields.map(([name]) => name)).toContain('login(0).username');
  });

  test.each(fields)('is refused in %s without counting its characters', (_, schema) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    const parse = vi.spyOn(URL, 'canParse');
    for (const [kind, text] of Object.entries(texts)) {
      expect(v.safeParse(schema, text).success, kind).toBe(false);
      expect(segment, kind).not.toHaveBeenCalled();
      expect(parse, kind).not.toHaveBeenCalled();
    }
  });
});

describe('a short text of many bytes', () => {
  const manyMarks = `a${'\u0301'.repeat(5_000)}`;

  test.each([
    ['register.first_name', 100],
    ['register.password', 128],
    ['updateProfile.phone', 40],
    ['login(0).password', 1_024],
  ])('is refused in %s as longer than %d characters', (name, max) => {
    const schema = fields.find(([field]) => field === name)?.[1];
    const result = v.safeParse(schema as AnySchema, manyMarks);
    expect(result.issues?.map(({ message }) => message)).toEqual([
      `Must be at most ${max.toLocaleString('en-US')} characters.`,
    ]);
  });
});
