// Calls of second factors. All are additions.
import { type FactorCodeBody, type MessageResponse, messageResponseSchema } from './accounts.ts';
import { act, get, post } from './endpoint.build.ts';
import type { ContractCall } from './endpoint.types.ts';
import {
  type FactorsResponse,
  factorsResponseSchema,
  type NewAuthenticatorResponse,
  newAuthenticatorResponseSchema,
  type ProveBody,
  type RecoveryCodesResponse,
  recoveryCodesResponseSchema,
} from './factors.ts';

/**
 * Lists the caller's second factors.
 *
 * @addition
 */
export const factorsEndpoint: ContractCall<'member', FactorsResponse> = /* @__PURE__ */ get(
  '/web/factors',
  factorsResponseSchema,
  { access: 'member' },
);

/**
 * Proves the caller's identity again.
 *
 * The proof is valid for 5 minutes in this session, as is a sign-in. Calls that need one respond with `errors.proof`.
 *
 * @addition
 */
export const proveEndpoint: ContractCall<'member', MessageResponse, ProveBody> = /* @__PURE__ */ post(
  '/web/prove',
  messageResponseSchema,
  { access: 'member' },
);

/**
 * Creates the secret of an authenticator app.
 *
 * Requires a proof. The app is not added before confirm-authenticator; a new secret replaces one that was not confirmed.
 *
 * @addition
 * @response 409 The account has an authenticator app.
 */
export const newAuthenticatorEndpoint: ContractCall<'member', NewAuthenticatorResponse> = /* @__PURE__ */ act(
  '/web/new-authenticator',
  newAuthenticatorResponseSchema,
  { access: 'member' },
);

/**
 * Adds the authenticator app with its first code.
 *
 * Returns recovery codes. From then on, a sign-in with a password or a social account needs a `code`.
 *
 * @addition
 * @response 409 No secret is pending.
 */
export const confirmAuthenticatorEndpoint: ContractCall<'member', RecoveryCodesResponse, FactorCodeBody> =
  /* @__PURE__ */ post('/web/confirm-authenticator', recoveryCodesResponseSchema, { access: 'member' });

/**
 * Removes the authenticator app and the recovery codes.
 *
 * Requires a proof.
 *
 * @addition
 * @response 409 The account has no authenticator app.
 */
export const removeAuthenticatorEndpoint: ContractCall<'member', MessageResponse> = /* @__PURE__ */ act(
  '/web/remove-authenticator',
  messageResponseSchema,
  { access: 'member' },
);

/**
 * Replaces the recovery codes.
 *
 * Requires a proof.
 *
 * @addition
 * @response 409 The account has no authenticator app.
 */
export const newRecoveryCodesEndpoint: ContractCall<'member', RecoveryCodesResponse> = /* @__PURE__ */ act(
  '/web/new-recovery-codes',
  recoveryCodesResponseSchema,
  { access: 'member' },
);
