// Calls of passkeys. All are additions; signing in with one is a `login` with the type `passkey`.
import { type MessageResponse, messageResponseSchema } from './accounts.ts';
import { act, get, post } from './endpoint.build.ts';
import type { ContractCall, Id } from './endpoint.types.ts';
import {
  type Passkey,
  type PasskeyAttestation,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  passkeyCreationOptionsSchema,
  passkeyRequestOptionsSchema,
  passkeysResponseSchema,
} from './passkeys.ts';

/**
 * Lists the caller's passkeys.
 *
 * @addition
 */
export const passkeysEndpoint: ContractCall<'member', readonly Passkey[]> = /* @__PURE__ */ get(
  '/web/passkeys',
  passkeysResponseSchema,
  { access: 'member' },
);

/**
 * Returns the options to create a passkey.
 *
 * Requires a proof. The challenge is valid for 5 minutes, for one `POST /web/add-passkey` of the caller.
 *
 * @addition
 * @response 409 The account has ten passkeys.
 */
export const newPasskeyEndpoint: ContractCall<'member', PasskeyCreationOptions> = /* @__PURE__ */ act(
  '/web/new-passkey',
  passkeyCreationOptionsSchema,
  { access: 'member' },
);

/**
 * Adds a passkey.
 *
 * `errors.passkey` says why it was refused.
 *
 * @addition
 * @response 409 The account has ten passkeys.
 */
export const addPasskeyEndpoint: ContractCall<'member', MessageResponse, PasskeyAttestation> =
  /* @__PURE__ */ post('/web/add-passkey', messageResponseSchema, { access: 'member' });

/**
 * Removes a passkey.
 *
 * Requires a proof.
 *
 * @addition
 * @response 404 A passkey of the caller with this id.
 */
export const removePasskeyEndpoint: ContractCall<'member', MessageResponse, undefined, Id> =
  /* @__PURE__ */ act('/web/remove-passkey/{id}', messageResponseSchema, { access: 'member' });

/**
 * Returns the options to sign in with a passkey.
 *
 * The challenge is valid for 5 minutes, for one `POST /web/login` with the type `passkey`.
 *
 * @addition
 */
export const passkeySignInEndpoint: ContractCall<'visitor', PasskeyRequestOptions> = /* @__PURE__ */ act(
  '/web/passkey-sign-in',
  passkeyRequestOptionsSchema,
  { access: 'visitor' },
);

/**
 * Returns the options to prove the caller's identity with a passkey.
 *
 * The challenge is valid for 5 minutes, for one `POST /web/prove` of the caller.
 *
 * @addition
 * @response 409 The account has no passkey.
 */
export const passkeyProofEndpoint: ContractCall<'member', PasskeyRequestOptions> = /* @__PURE__ */ act(
  '/web/passkey-proof',
  passkeyRequestOptionsSchema,
  { access: 'member' },
);
