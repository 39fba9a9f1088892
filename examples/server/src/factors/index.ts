// The public functions of factors, for other areas and the operator.
export { authenticatorSince } from './authenticator.ts';
export { factorMail } from './factor-mails.ts';
export { requireFactorProof, storeProof } from './fresh-proof.ts';
export { countPasskeys, hasPasskey, removePasskeys } from './passkeys.ts';
export { countRecoveryCodes } from './recovery-codes.ts';
export { removeAuthenticator } from './remove-factors.ts';
export { acceptFactorCode, checkSecondStep, isSecondStepWaiting } from './second-step.ts';
export { usePasskey } from './verify-passkey.ts';
