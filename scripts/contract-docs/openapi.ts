// docs/contract/openapi.json: every call of the contract, as OpenAPI 3.1.
import {
  alertSchema,
  candleSchema,
  chatPersonSchema,
  chatSchema,
  courseSchema,
  type EndpointName,
  endpoints,
  messageMediaSchema,
  messageSchema,
  newsItemSchema,
  programSchema,
  type Schema,
  sessionHeader,
  subscriptionInfoSchema,
  subscriptionSchema,
  tickerDetailsSchema,
  tickerOptionSchema,
  tradeSchema,
  userSchema,
} from '@openbell/core/contract';
import { type CallNotes, readCalls } from './calls.ts';
import { documentedOf, refTo, toComponents } from './json-schema.ts';
import { parameters } from './parameters.ts';

type Json = Readonly<Record<string, unknown>>;

/** The entities that responses and frames share. */
export const entities: Readonly<Record<string, Schema<unknown>>> = {
  Alert: alertSchema,
  Candle: candleSchema,
  Chat: chatSchema,
  ChatPerson: chatPersonSchema,
  Course: courseSchema,
  Message: messageSchema,
  MessageMedia: messageMediaSchema,
  NewsItem: newsItemSchema,
  Program: programSchema,
  Subscription: subscriptionSchema,
  SubscriptionInfo: subscriptionInfoSchema,
  TickerDetails: tickerDetailsSchema,
  TickerOption: tickerOptionSchema,
  Trade: tradeSchema,
  User: userSchema,
};

const names = Object.keys(endpoints) as EndpointName[];
const calls = readCalls();

function notesOn(name: EndpointName): CallNotes {
  const notes = calls.get(name);
  if (notes === undefined) throw new Error(`The contract has no notes on ${name}.`);
  return notes;
}

const entityOf = new Map(Object.entries(entities).map(([name, schema]) => [schema, name]));
const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function responseOf(call: EndpointName): Schema<unknown> {
  return documentedOf(endpoints[call].response as Schema<unknown>);
}

/** The component's name: the entity's, or one made from the call's name. */
function nameOf(call: EndpointName, part: 'Response' | 'Body'): string {
  const schema = part === 'Response' ? responseOf(call) : endpoints[call].body;
  return entityOf.get(schema as Schema<unknown>) ?? `${capital(call)}${part}`;
}

function components(): Record<string, Json> {
  const named: Record<string, Schema<unknown>> = { ...entities };
  for (const call of names) {
    const { body } = endpoints[call];
    named[nameOf(call, 'Response')] = responseOf(call);
    if (body !== null) named[nameOf(call, 'Body')] = body as Schema<unknown>;
  }
  const forms = toComponents(named) as Record<string, Json>;
  const trades = { type: 'array', items: { $ref: refTo('Trade') } };
  for (const call of names) {
    const body = nameOf(call, 'Body');
    if (endpoints[call].bodyFormat === 'multipart') forms[body] = asMultipart(forms[body] ?? {});
  }
  return {
    ...forms,
    // The client reads the rows of this response, column by column, because there may be a million.
    TimeSaleResponse: {
      ...forms.TimeSaleResponse,
      properties: { data: trades, biggest_data: { ...trades, default: [] } },
    },
    Error: errorBody,
  };
}

/** In a form everything is text, and booleans are 1 and 0. */
function asMultipart(form: Json): Json {
  const flag = { type: 'string', enum: ['1', '0'] };
  const fields = Object.entries(form.properties as Record<string, Json>);
  const properties = fields.map(([name, field]) => [name, field.type === 'boolean' ? flag : field]);
  return { ...form, properties: Object.fromEntries(properties) };
}

const errorBody = {
  type: 'object',
  description: 'The body of every error response. It may be wrapped in `data`.',
  properties: {
    message: { type: 'string', description: 'For the user; the client shows it.' },
    errors: {
      type: 'object',
      description: 'With 422: messages by field. The client shows the first of each list.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    error: { type: 'string', description: 'The same as `message` where the product reads this key.' },
    retry_after: {
      type: 'number',
      minimum: 0,
      description: 'Seconds, as in the header `Retry-After`.',
    },
    request_id: { type: 'string', description: 'With 500, 503 and 507: identifies the request in the log.' },
  },
  required: ['message'],
};

const who = {
  visitor: 'Public.',
  member: 'For signed-in members.',
  subscriber: 'For subscribers: signed in, with access that has not ended.',
} as const;

const refusal = (description: string, more: Json = {}): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: refTo('Error') } } },
  ...more,
});

function responsesOf(name: EndpointName): Json {
  const { refusals: stated, success: statuses } = notesOn(name);
  const { bodyFormat } = endpoints[name];
  const needs = endpoints[name].access;
  const success = {
    description:
      'The result. It may also be wrapped in `data`, or be bare where the canonical form has `data`.',
    content: { 'application/json': { schema: { $ref: refTo(nameOf(name, 'Response')) } } },
  };
  const hasBody = bodyFormat !== 'none';
  const retryAfter = { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } };
  const refusals: Record<string, Json | undefined> = {
    '400': hasBody ? refusal('The body is malformed or incomplete.') : undefined,
    '401': needs === 'visitor' ? undefined : refusal('No valid token. The client signs the user out.'),
    '402': name === 'createSubscription' ? refusal('The card was declined.') : undefined,
    '403': needs === 'subscriber' ? refusal('The caller has no plan, or the plan has ended.') : undefined,
    '404':
      stated[404] === undefined
        ? undefined
        : refusal(`Not found, or not the caller's. Requested: ${stated[404]}`),
    '408': hasBody ? refusal('The body did not arrive in time. The connection is closed.') : undefined,
    '409': stated[409] === undefined ? undefined : refusal(stated[409]),
    '413': hasBody ? refusal('The body is too large (JSON: 1 MiB).') : undefined,
    '415': hasBody ? refusal('The content type, or the type of a file, is not accepted.') : undefined,
    '422':
      hasBody || stated[422] !== undefined
        ? refusal('Invalid input; `errors` lists messages by field.')
        : undefined,
    '429': refusal('Too many requests.', retryAfter),
    '500': refusal('Internal error. `request_id` identifies the request in the log.'),
    '503': refusal('The service, or one that it depends on, is unavailable. Try again later.', retryAfter),
    '507':
      bodyFormat === 'multipart'
        ? refusal('The server has no space for a file. Try again later.', retryAfter)
        : undefined,
    default: refusal('Any other failure.'),
  };
  return {
    ...Object.fromEntries(statuses.map((status) => [status, success])),
    ...Object.fromEntries(Object.entries(refusals).filter(([, response]) => response !== undefined)),
  };
}

function parametersOf(name: EndpointName): readonly Json[] {
  const inPath = [...endpoints[name].path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => ({
    name: key,
    in: 'path',
    required: true,
    ...parameters[key],
  }));
  const inQuery = Object.entries(notesOn(name).query).map(([key, required]) => ({
    name: key,
    in: 'query',
    required,
    ...parameters[key],
  }));
  const key = name === 'createSubscription' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
  return [...inPath, ...inQuery, ...key];
}

function bodyOf(name: EndpointName): Json | undefined {
  const { body, bodyFormat } = endpoints[name];
  if (body === null) return undefined;
  const schema = { $ref: refTo(nameOf(name, 'Body')) };
  if (bodyFormat === 'json') return { required: true, content: { 'application/json': { schema } } };
  const { files } = notesOn(name);
  if (files === null) throw new TypeError(`${name} has no @files tag.`);
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const isMany = files.field.endsWith('[]');
  const field = { description: files.description, ...(isMany ? { type: 'array', items: file } : file) };
  const form = { allOf: [schema, { type: 'object', properties: { [files.field]: field } }] };
  return { required: true, content: { 'multipart/form-data': { schema: form } } };
}

function operationOf(name: EndpointName): Json {
  const { area, summary, description, isAddition } = notesOn(name);
  const given = parametersOf(name);
  const body = bodyOf(name);
  return {
    operationId: name,
    tags: [area],
    summary,
    description: [
      description,
      who[endpoints[name].access],
      isAddition ? 'Optional: the client works without it.' : '',
    ]
      .filter((text) => text !== '')
      .join('\n\n'),
    'x-access': endpoints[name].access,
    ...(isAddition ? { 'x-optional': true } : {}),
    // Any one of them.
    security: endpoints[name].access === 'visitor' ? [] : [{ bearer: [] }, { cookie: [], marker: [] }],
    ...(given.length === 0 ? {} : { parameters: given }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(name),
  };
}

export function openApi(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of names) {
    const { path, method } = endpoints[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Openbell',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: [
        'Every call that the Openbell client makes. Generated from `packages/core/src/contract` by `npm run contract-docs`.',
        'Shapes are canonical. The client also reads the same value wrapped: `{ "data": … }` around the whole body, or ' +
          'the bare value where the canonical body is `{ "data": … }`. The client ignores unknown fields, uses the ' +
          '`default` of a missing field, and drops only the malformed entries of a list.',
        'Ids are integers, dates ISO 8601 in UTC, money dollars as a number, booleans JSON booleans (1 and 0 in ' +
          'multipart). The client also accepts ids and numbers as text, booleans as 1 and 0, and dates without a zone (UTC).',
        'Every error response has the body `Error`. A 401 removes the stored token. The transport does not retry.',
      ].join('\n\n'),
    },
    servers: [{ url: '/api', description: "The prefix of the reference server; the client's `apiUrl`." }],
    tags: [...new Set(names.map((name) => notesOn(name).area))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components(),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Optional. Requests with the same key create one subscription. The same key with another body returns 422.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
        },
      },
      headers: {
        RetryAfter: {
          description: 'Seconds to wait, or an HTTP date.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token from `login`.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sid',
          description:
            'Optional, for pages and API on one origin: a sign-in with the header `' +
            sessionHeader +
            '` sets this cookie (HttpOnly, Secure, SameSite=Lax) and returns a marker as `access`. The cookie is valid with ' +
            'its marker, and without it on requests from pages of the same site.',
        },
        marker: {
          type: 'apiKey',
          in: 'header',
          name: sessionHeader,
          description:
            'The marker of the session in the cookie; it grants no access without the cookie. Sockets send it instead of the token.',
        },
      },
    },
  };
}
