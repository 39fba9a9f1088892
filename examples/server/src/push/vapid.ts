import { createECDH, createHash } from 'node:crypto';
import { isReal } from '../config.ts';
import type { ServerContext } from '../context.ts';

/** How this server proves to push services who sends (RFC 8292). Keys are base64url. */
export interface Vapid {
  readonly publicKey: string;
  readonly privateKey: string;
  /** `mailto:` or `https:`: where a push service finds whom to ask. */
  readonly subject: string;
}

/** The configured key pair, or the one that this installation made and keeps; null when push is off. */
export async function readVapid({
  config,
  installationKey,
}: Pick<ServerContext, 'config' | 'installationKey'>): Promise<Vapid | null> {
  if (config.vapid === 'off') return null;
  if (isReal(config.vapid)) return config.vapid;
  const pair = pairFrom(await installationKey('push-vapid'));
  // Push services ask for a contact; the site's address is one that they accept.
  const subject = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:push@openbell.test';
  return { ...pair, subject };
}

/** A key pair of P-256 out of a secret: always the same one. */
function pairFrom(secret: string): Pick<Vapid, 'publicKey' | 'privateKey'> {
  const curve = createECDH('prime256v1');
  for (let scalar = sha256(secret); ; scalar = sha256(scalar)) {
    try {
      curve.setPrivateKey(scalar);
      return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
    } catch {
      // One in four thousand million numbers is no private key: the next one is.
    }
  }
}

function sha256(input: string | Buffer): Buffer {
  return createHash('sha256').update(input).digest();
}
