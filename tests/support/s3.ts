// An HTTP server with the part of the S3 protocol that the server uses. Verifies each signature (AWS Signature Version 4).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { S3Access } from '../../examples/server/src/config.ts';

/** What happens to the next requests that match: each fault is used `times` times. */
interface S3Fault {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly times: number;
  /**
   * `slow-down`: 503 SlowDown. `no-response`: never responds. `reset`: closes the connection before the response.
   * `cut`: closes it in the middle of the body. `lost-response`: does the work, then closes it. `denied`: 403.
   * `full`: 507, as MinIO does without space on its disks.
   */
  readonly kind: 'slow-down' | 'no-response' | 'reset' | 'cut' | 'lost-response' | 'denied' | 'full';
  /** Called when the request has arrived, before it is answered. */
  readonly onRequest?: () => void;
}

export interface FakeS3 {
  /** The access to an empty bucket with a prefix. */
  readonly access: S3Access;
  /** The stored objects by key, with their prefix. */
  readonly objects: Map<string, { bytes: Buffer; type: string; modifiedAt: number }>;
  /** The handled requests as `METHOD key`, with their status. */
  readonly requests: { readonly line: string; readonly status: number }[];
  /** Returns a function that ends the fault. */
  fail(fault: S3Fault): () => void;
  /** The number of open connections. */
  connections(): number;
  close(): Promise<void>;
}

const LIST_PAGE = 3;
const CLOCK_TOLERANCE_MS = 15 * 60_000;

export async function startS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const requests: { line: string; status: number }[] = [];
  const sockets = new Set<Socket>();
  let faults: { fault: S3Fault; left: number }[] = [];
  const server = createServer((request, response) => {
    void handle(request, response).catch((error) => response.destroy(error));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  // Idle connections stay open, so that one that a client leaves open is counted.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access: S3Access = {
    bucket: 'openbell-test',
    endpoint: `http://${host}`,
    region: 'eu-test-1',
    accessKeyId: 'AKIATEST',
    secretAccessKey: 'test/secret+key',
    prefix: 'site/files/',
  };

  function takeFault(method: string): S3Fault['kind'] | null {
    const found = faults.find(({ fault, left }) => fault.method === method && left > 0);
    if (found === undefined) return null;
    found.left -= 1;
    faults = faults.filter(({ left }) => left > 0);
    found.fault.onRequest?.();
    return found.fault.kind;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const [path = '', query = ''] = url.split('?');
    const key = decodeURIComponent(path).slice(`/${access.bucket}/`.length);
    const respond = (status: number, body: string | Buffer = '', headers: Record<string, string> = {}) => {
      requests.push({ line: `${method} ${key}`, status });
      response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
      response.end(method === 'HEAD' ? undefined : body);
    };
    const refuse = (status: number, code: string) =>
      respond(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
        'content-type': 'application/xml',
      });
    const bytes = await readAll(request);
    const fault = takeFault(method);
    if (fault === 'no-response') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'slow-down') return refuse(503, 'SlowDown');
    if (fault === 'full') return refuse(507, 'XMinioStorageFull');
    if (fault === 'denied') return refuse(403, 'AccessDenied');
    const problem = verifySignature({ request, path, query, bytes }, access, { host, now: Date.now() });
    if (problem !== null) return refuse(403, problem);
    if (!path.startsWith(`/${access.bucket}`)) return refuse(404, 'NoSuchBucket');
    if (method === 'PUT') {
      const type = request.headers['content-type'] ?? '';
      objects.set(key, { bytes, type, modifiedAt: Date.now() });
      if (fault === 'lost-response') return void request.socket.destroy();
      return respond(200, '', { etag: etagOf(bytes) });
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return respond(204);
    }
    if (method === 'GET' && key === '') {
      return respond(200, listPage(objects, new URLSearchParams(query)), {
        'content-type': 'application/xml',
      });
    }
    const object = objects.get(key);
    if (object === undefined) return refuse(404, 'NoSuchKey');
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && wanted !== etagOf(object.bytes)) return refuse(412, 'PreconditionFailed');
    const { length } = object.bytes;
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(Number(range?.[2] ?? length - 1), length - 1);
    if (range !== null && start >= length) return refuse(416, 'InvalidRange');
    const part = object.bytes.subarray(start, end + 1);
    const headers = {
      etag: etagOf(object.bytes),
      'last-modified': new Date(object.modifiedAt).toUTCString(),
      'content-type': object.type,
      ...(range === null ? {} : { 'content-range': `bytes ${start}-${end}/${length}` }),
    };
    if (fault === 'cut') {
      requests.push({ line: `${method} ${key}`, status: 206 });
      response.writeHead(206, { ...headers, 'content-length': part.length });
      response.write(part.subarray(0, Math.ceil(part.length / 2)), () => request.socket.destroy());
      return;
    }
    if (method === 'HEAD') return respond(200, '', { ...headers, 'content-length': String(length) });
    respond(range === null ? 200 : 206, part, headers);
  }

  return {
    access,
    objects,
    requests,
    fail(fault) {
      const added = { fault, left: fault.times };
      faults.push(added);
      return () => {
        added.left = 0;
      };
    },
    connections: () => sockets.size,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** One page of ListObjectsV2; the pages are small, so that tests need several. */
function listPage(objects: FakeS3['objects'], query: URLSearchParams): string {
  if (query.get('list-type') !== '2') throw new Error('Only ListObjectsV2 is supported.');
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = found.slice(0, LIST_PAGE);
  const contents = page.map((key) => {
    const { bytes, modifiedAt } = objects.get(key) ?? { bytes: Buffer.alloc(0), modifiedAt: 0 };
    const time = new Date(modifiedAt).toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const isCut = found.length > page.length;
  const token = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`;
}

interface SignedRequest {
  readonly request: IncomingMessage;
  /** As sent. */
  readonly path: string;
  readonly query: string;
  readonly bytes: Buffer;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Verifies the header `Authorization` of a request by the description of Signature Version 4 in the documentation of
 * Amazon S3. Returns the error code of S3, or null.
 */
export function verifySignature(
  { request, path, query, bytes }: SignedRequest,
  access: Pick<S3Access, 'region' | 'accessKeyId' | 'secretAccessKey'>,
  { host, now }: { readonly host: string; readonly now: number },
): string | null {
  const { headers, method = '' } = request;
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (parsed === null) return 'AccessDenied';
  const [, keyId = '', date = '', region = '', signed = '', signature = ''] = parsed;
  if (keyId !== access.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== access.region) return 'AuthorizationHeaderMalformed';
  const names = signed.split(';');
  const header = (name: string) =>
    String(headers[name] ?? '')
      .trim()
      .replace(/ +/g, ' ');
  const isSigned = (name: string) => names.includes(name);
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !isSigned(name));
  if (!isSigned('host') || unsigned.length > 0) return 'AccessDenied';
  if (header('host') !== host) return 'SignatureDoesNotMatch';
  const time = header('x-amz-date');
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!time.startsWith(date) || !(Math.abs(now - at) <= CLOCK_TOLERANCE_MS)) return 'RequestTimeTooSkewed';
  const hash = header('x-amz-content-sha256');
  if (!/^[0-9a-f]{64}$/.test(hash)) return 'MissingContentSHA256';
  if (hash !== sha256(bytes)) return 'XAmzContentSHA256Mismatch';
  const canonicalQuery = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=').map((part) => encode(decodeURIComponent(part))))
    .map(([name = '', value = '']) => `${name}=${value}`)
    .sort()
    .join('&');
  const canonicalRequest = [
    method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery,
    ...names.map((name) => `${name}:${header(name)}`),
    '',
    signed,
    hash,
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n');
  const dateKey = hmac(`AWS4${access.secretAccessKey}`, date);
  const signingKey = hmac(hmac(hmac(dateKey, region), 's3'), 'aws4_request');
  const expected = hmac(signingKey, text);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

/** Percent-encodes all but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
