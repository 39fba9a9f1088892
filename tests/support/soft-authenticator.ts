// An authenticator in software: makes real attestations and assertions of WebAuthn with ES256, without the server's library.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

export interface Ceremony {
  readonly challenge: string;
  readonly rpId: string;
  readonly origin: string;
  /** False: the user touched the device, without a fingerprint or a PIN. */
  readonly verified?: boolean;
  /** The user handle of an assertion. */
  readonly userHandle?: string;
  /** The counter of an assertion; 0 as of a synchronized passkey by default. */
  readonly counter?: number;
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** Encodes the head of a CBOR value below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const cborText = (text: string): Buffer => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([head(2, bytes.length), bytes]);
const cborInt = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value));

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId, verified = true, counter = 0 }: Ceremony, credential?: Buffer): Buffer {
  const flags =
    USER_PRESENT | (verified ? USER_VERIFIED : 0) | (credential === undefined ? 0 : HAS_CREDENTIAL);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
}

/** Creates a passkey with a key pair of its own. */
export function createSoftPasskey(aaguid = '00000000-0000-0000-0000-000000000000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(32);
  const id = base64url(rawId);
  const names = { id, rawId: id, type: 'public-key' as const };
  return {
    id,
    /** The body of add-passkey. */
    attest(ceremony: Ceremony) {
      const coseKey = Buffer.concat([
        head(5, 5),
        ...[cborInt(1), cborInt(2), cborInt(3), cborInt(-7), cborInt(-1), cborInt(1)],
        ...[cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        ...[cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.from([0, rawId.length]);
      const credential = Buffer.concat([
        Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
        length,
        rawId,
        coseKey,
      ]);
      const attestationObject = Buffer.concat([
        head(5, 3),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), head(5, 0)],
        ...[cborText('authData'), cborBytes(authenticatorData(ceremony, credential))],
      ]);
      return {
        ...names,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
          attestationObject: base64url(attestationObject),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    /** The `passkey` of login and prove. */
    assert(ceremony: Ceremony) {
      const data = clientData('webauthn.get', ceremony);
      const authData = authenticatorData(ceremony);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...names,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          ...(ceremony.userHandle === undefined ? {} : { userHandle: ceremony.userHandle }),
        },
      };
    },
  };
}

export type SoftPasskey = ReturnType<typeof createSoftPasskey>;
