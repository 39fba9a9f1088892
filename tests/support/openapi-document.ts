// The committed OpenAPI document as a judge of real answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface OpenApiDocument {
  /** What is wrong with an answer, by the document; empty when nothing is. */
  problemsOf(method: string, path: string, status: number, body: unknown): readonly string[];
}

interface OpenApiOptions {
  /** Asks for every documented field, also those that a backend may leave out. */
  readonly complete?: boolean;
  /** Refuses every field that is not documented: what nobody offers is not given away either. */
  readonly closed?: boolean;
}

/** `prefix` is what stands before the document's paths in an address. */
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
  if (closed) for (const answers of [document.paths, document.components.schemas]) close(answers);
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
      // What is in no document is nowhere.
      if (route === undefined)
        return status === 404 ? [] : [`${method} ${path} answers, and is not documented`];
      if (!route.statuses.has(String(status)))
        return [`${route.name} answers ${status}, which is not documented`];
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
    // What is quoted is a message, of which a client reads no more than is documented.
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
