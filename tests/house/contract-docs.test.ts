// docs/contract is generated from the contract's schemas and must be up to date.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import asyncApiSpecs from '@asyncapi/specs';
import { endpoints } from '@openbell/core/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it, test } from 'vitest';
import { contractDocuments } from '../../scripts/contract-docs/documents.ts';
import { root } from './read-imports.ts';

const created = contractDocuments();
const openApi = JSON.parse(created['openapi.json']);
const asyncApi = JSON.parse(created['asyncapi.json']);

test.each(Object.entries(created))('%s is up to date (`npm run record`)', (name, text) => {
  expect(readFileSync(join(root, 'docs/contract', name), 'utf8')).toBe(text);
});

describe('openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(openApi))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(unresolved(openApi)).toEqual([]);
  });

  it('has exactly the endpoints of the contract', () => {
    const documented = Object.entries<Record<string, object>>(openApi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(documented.sort()).toEqual(known.sort());
  });

  it('requires canonical values and only the required fields', () => {
    const { User, CreatePaymentIntentBody, RegisterBody, Message, UpdateProfileBody } =
      openApi.components.schemas;
    expect(UpdateProfileBody.properties.push_notification).toEqual({ type: 'string', enum: ['1', '0'] });
    expect(User.required).toEqual(['id']);
    expect(User.properties).toMatchObject({
      id: { type: 'integer' },
      push_notification: { type: 'boolean', default: false },
      expired_at: { type: ['string', 'null'], format: 'date-time', default: null },
    });
    expect(CreatePaymentIntentBody.properties.term).toEqual({ enum: [1, 2] });
    expect(RegisterBody.properties.password).toMatchObject({ type: 'string', minLength: 8 });
    expect(RegisterBody.required).not.toContain('captcha');
    const media = { $ref: '#/components/schemas/MessageMedia' };
    expect(Message.properties.media.anyOf).toMatchObject([
      { type: 'null' },
      { type: 'array', items: media },
      { type: 'object', required: ['file'] },
    ]);
  });
});

describe('asyncapi.json', () => {
  it('is a valid AsyncAPI 3 document', () => {
    // The published schema includes the meta-schema of JSON Schema.
    const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
    formats.default(ajv);
    const validate = ajv.compile(asyncApiSpecs.schemas['3.0.0'] as object);
    validate(asyncApi);
    expect(validate.errors ?? []).toEqual([]);
    expect(unresolved(asyncApi)).toEqual([]);
  });

  it('has every frame by name', () => {
    const types = (name: string): readonly string[] =>
      asyncApi.components.schemas[name].anyOf.map(
        (frame: { properties: { type: { const: string } } }) => frame.properties.type.const,
      );
    expect(types('MemberClientFrame')).toEqual([
      'WebMeesageTyping',
      'WebFetchChat',
      'WebFetchMessage',
      'ReadByAll',
    ]);
    expect(types('MemberServerFrame')).toEqual([
      'WebMeesageTyping',
      'WebFetchChat',
      'WebFetchMessage',
      'message_patch',
      'WebMarkUser',
      'alert_published',
      'alert_retracted',
      'DeliveredToAll',
      'ReadByAll',
    ]);
  });
});

/** Returns the unresolved references of a document. */
function unresolved(document: object): readonly string[] {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  const lead = (path: string): unknown =>
    path
      .split('/')
      .reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], document);
  return refs.filter((path) => lead(path) === undefined);
}
