import { createECDH, createHash } from 'node:crypto';
import { isReal } from '../config.ts';
import type { ServerContext } from '../context.ts';

/** Identifies this server to push services (RFC 8292). Keys are base64url. */
export interface Vapid {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Contact for push services: `mailto:` or `https:`. */
  readonly subject: string;
}

/** Returns the configured key pair, or one of this installation. Null if push is off. */
export async function readVapid({
  config,
  installationKey,
}: Pick<ServerContext, 'config' | 'installationKey'>): Promise<Vapid | null> {
  if (config.vapid === 'off') return null;
  if (isReal(config.vapid)) return config.vapid;
  const pair = pairFrom(await installationKey('push-vapid'));
  const subject = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:push@openbell.test';
  return { ...pair, subject };
}

/** Derives a P-256 key pair from a secret. */
function pairFrom(secret: string): Pick<Vapid, 'publicKey' | 'privateKey'> {
  const curve = createECDH('prime256v1');
  for (let scalar = sha256(secret); ; scalar = sha256(scalar)) {
    try {
      curve.setPrivateKey(scalar);
      return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
    } catch {
      // About one in four billion hashes is no valid private key.
    }
  }
}

function sha256(input: string | Buffer): Buffer {
  return createHash('sha256').update(input).digest();
}
