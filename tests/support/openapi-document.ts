// Validates real responses with the committed OpenAPI document.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface OpenApiDocument {
  /** Returns the differences between a response and the document; empty if there are none. */
  problemsOf(method: string, path: string, status: number, body: unknown): readonly string[];
}

interface OpenApiOptions {
  /** Also requires the optional documented fields. */
  readonly complete?: boolean;
  /** Also rejects undocumented fields. */
  readonly closed?: boolean;
}

/** `prefix` precedes the document's paths in a URL. */
export function openApiDocument(
  prefix: string,
  { complete = false, closed = false }: OpenApiOptions = {},
): OpenApiDocument {
  const file = join(import.meta.dirname, '../../docs/contract/openapi.json');
  const document: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  } = JSON.parse(readFileSync(file, 'utf8'));
  if (complete) {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (name !== 'Error') requireAll(schema);
    }
  }
  if (closed) for (const part of [document.paths, document.components.schemas]) close(part);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const checks = new Map<string, ValidateFunction>();

  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      name: operationId,
      pattern: new RegExp(`^${method.toUpperCase()} ${prefix}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      pointer: `/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}`,
      statuses: new Set(Object.keys(responses)),
    })),
  );

  function checkOf(pointer: string): ValidateFunction {
    const check = checks.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    checks.set(pointer, check);
    return check;
  }

  return {
    problemsOf(method, path, status, body) {
      const route = routes.find(({ pattern }) => pattern.test(`${method} ${path}`));
      // An undocumented response.
      if (route === undefined)
        return status === 404 ? [] : [`${method} ${path} is implemented, and is not documented`];
      if (!route.statuses.has(String(status)))
        return [`${route.name} returns ${status}, which is not documented`];
      const check = checkOf(`${route.pointer}/responses/${status}/content/application~1json/schema`);
      if (check(body)) return [];
      return (check.errors ?? []).map(
        ({ instancePath, message }) => `${route.name} ${status} ${instancePath}: ${message}`,
      );
    },
  };
}

function close(schema: object): void {
  if ('properties' in schema && !('additionalProperties' in schema))
    Object.assign(schema, { additionalProperties: false });
  for (const [name, inner] of Object.entries(schema)) {
    // A quoted message has only the documented fields.
    if (name !== 'reply_to' && typeof inner === 'object' && inner !== null) close(inner);
  }
}

function requireAll(schema: object): void {
  if ('type' in schema && 'properties' in schema && typeof schema.properties === 'object') {
    Object.assign(schema, { required: Object.keys(schema.properties ?? {}) });
  }
  for (const inner of Object.values(schema))
    if (typeof inner === 'object' && inner !== null) requireAll(inner);
}
