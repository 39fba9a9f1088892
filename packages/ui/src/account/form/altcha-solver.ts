import type { CaptchaSolver } from '@openbell/core/captcha';

interface AltchaChallenge {
  readonly parameters: { readonly algorithm: string };
  readonly signature?: string;
}

/**
 * Solves an altcha challenge (version 2) in the browser. The library is loaded with the first challenge. It uses Web
 * Crypto off the main thread, so it needs neither a worker nor a style element.
 */
export const solveAltcha: CaptchaSolver = async (challenge, signal) => {
  const { argon2id, pbkdf2, scrypt, sha, solveChallenge } = await import('altcha/lib');
  if (!isChallenge(challenge)) throw new TypeError('Expected an altcha challenge of version 2.');
  const family = challenge.parameters.algorithm.split('/')[0]?.toUpperCase();
  const algorithms = { PBKDF2: pbkdf2, SCRYPT: scrypt, ARGON2ID: argon2id };
  const { deriveKey } = algorithms[family as keyof typeof algorithms] ?? sha;
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort());
  if (signal.aborted) controller.abort();
  const solution = await solveChallenge({
    challenge: challenge as Parameters<typeof solveChallenge>[0]['challenge'],
    controller,
    deriveKey,
  });
  if (solution === null) return null;
  const { parameters, signature } = challenge;
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
};

function isChallenge(value: unknown): value is AltchaChallenge {
  if (typeof value !== 'object' || value === null || !('parameters' in value)) return false;
  const { parameters } = value;
  return (
    typeof parameters === 'object' &&
    parameters !== null &&
    'algorithm' in parameters &&
    typeof parameters.algorithm === 'string'
  );
}
