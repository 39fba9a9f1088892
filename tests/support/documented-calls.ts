// The calls of the OpenAPI document, with their fields, for tests that send hostile input to each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
const openApi: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/contract/openapi.json'), 'utf8'));

export interface DocumentedCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly pathParams: readonly string[];
  readonly queryParams: readonly string[];
  readonly format: 'json' | 'form' | null;
  /** The fields of a body, and those that all variants require. */
  readonly fields: readonly string[];
  readonly required: readonly string[];
}

/** The variants of a body; one if it is an object. */
function variantsOf(schema: Schema): readonly Schema[] {
  if (schema.$ref !== undefined)
    return variantsOf(openApi.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  return (schema.oneOf ?? schema.allOf)?.flatMap(variantsOf) ?? [schema];
}

/** Every call of the contract. */
export const documentedCalls: readonly DocumentedCall[] = Object.entries(openApi.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const variants = content === undefined ? [] : variantsOf(content.schema);
      const named = (place: string) =>
        parameters.flatMap((param) => (param.in === place && param.name !== undefined ? [param.name] : []));
      return {
        name: operationId,
        method: method.toUpperCase(),
        path,
        pathParams: named('path'),
        queryParams: named('query'),
        format:
          type === undefined ? null : type === 'application/json' ? ('json' as const) : ('form' as const),
        fields: [...new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))],
        required: (variants[0]?.required ?? []).filter((field) =>
          variants.every(({ required = [] }) => required.includes(field)),
        ),
      };
    }),
);

/** A valid body for each call that takes one. Those that end an object name one that does not exist. */
export const validBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  sendOtp: { email: 'nobody@example.com' },
  resendOtp: { email: 'nobody@example.com' },
  verifyOtp: { email: 'nobody@example.com', otp: '123456' },
  resetPassword: {
    email: 'nobody@example.com',
    otp: '123456',
    password: 'a'.repeat(9),
    confirm_password: 'a',
  },
  login: { type: 'manual', username: 'nobody@example.com', password: 'x', remember: false },
  register: {
    first_name: 'Ada',
    phone: '+13035550142',
    email: 'ada@example.com',
    password: 'a long password',
    password_confirmation: 'another',
    agree: true,
  },
  updateProfile: { first_name: 'Lee', phone: '+13035550142', about: 'Scalps.', push_notification: '1' },
  changePassword: {
    current_password: 'not the password',
    password: 'a long password',
    confirm_password: 'a long password',
  },
  prove: { code: '123456', password: 'not the password' },
  confirmAuthenticator: { code: '123456' },
  addPasskey: {
    id: 'none',
    rawId: 'none',
    type: 'public-key',
    response: { clientDataJSON: 'e30', attestationObject: 'none' },
  },
  deleteAccount: { password: 'not the password' },
  submitContactForm: { name: 'Ann', email: 'ann@example.com', message: 'When does it open?' },
  createPaymentIntent: { gateway: 'stripe', program_id: 1, term: 1 },
  updatePaymentMethod: { payment_method_id: 'pm_none' },
  createSubscription: { gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_none' },
  storeNotificationToken: { token: 'a-token' },
  postMessage: { chat_id: '1', message: 'Hello.', message_type: 'TXT' },
  messageAction: { type: 'react', emoji: '👍' },
  // An unknown ticker, because the response for all tickers has megabytes.
  timeSale: { ticker: 'ZZZZZ' },
};
