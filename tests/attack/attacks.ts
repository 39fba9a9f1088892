// Random hostile requests and frames. A seed repeats them.
import { connect, type Socket } from 'node:net';
import { type DocumentedCall, documentedCalls, validBodies } from '../support/documented-calls.ts';
import { hostileJson, hostileTexts } from '../support/hostile-values.ts';

export type Random = () => number;

/** Returns numbers from 0 to below 1 (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Target {
  readonly hostname: string;
  readonly port: number;
  /** The token of a signed-in subscriber. */
  readonly token: string;
}

export interface Attack {
  /** What it sends, for the report. */
  readonly name: string;
  readonly requests: number;
  readonly frames: number;
  /** The bytes, in the order in which they are written. */
  readonly pieces: readonly Buffer[];
  /** How the client ends: it waits for the end of the response, closes at once, or reads nothing for a while. */
  readonly end: 'reads' | 'closes' | 'sleeps';
}

const MIB = 1024 * 1024;
/** Calls that would end the session of the attack, or the account. */
const ending = new Set(['logout', 'endSession', 'endOtherSessions', 'deleteAccount']);
const calls = documentedCalls.filter(({ name }) => !ending.has(name));
const endings = ['reads', 'reads', 'reads', 'closes', 'sleeps'] as const;

/** Returns the next attack. */
export function nextAttack(random: Random, target: Target): Attack {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const end = pick(endings);
  const inAddress = (text: string): string => encodeURIComponent(Buffer.from(text.slice(0, 300)).toString());
  /** Texts of a few bytes to a megabyte, most of them short. */
  const text = (): string => {
    const unit = pick([...hostileTexts, 'e\u0301', '👩‍👩‍👧', '.', ')', 'пароль', '\u0301'.repeat(50)]) || 'x';
    const length = pick([1, 1, 1, 30, 300, 5_000, 60_000, MIB]);
    return unit.repeat(Math.ceil(length / unit.length)).slice(0, length + unit.length);
  };
  const value = (): string => (random() < 0.6 ? pick(hostileJson) : JSON.stringify(text()));
  const head = (method: string, path: string, headers: readonly string[]): string =>
    [`${method} ${path} HTTP/1.1`, `Host: ${target.hostname}:${target.port}`, ...headers, '\r\n'].join(
      '\r\n',
    );
  const sender = (): string[] =>
    random() < 0.8
      ? [`Authorization: Bearer ${random() < 0.9 ? target.token : inAddress(text())}`]
      : [`Cookie: ${inAddress(text())}`];
  const cut = (bytes: Buffer): Buffer =>
    random() < 0.8 ? bytes : bytes.subarray(0, Math.floor(random() * bytes.length));

  function jsonBody({ name, fields }: DocumentedCall): Buffer {
    const entries = Object.entries(validBodies[name] ?? {}).map(([key, kept]) => [key, JSON.stringify(kept)]);
    for (let count = pick([0, 1, 1, 2]); count > 0; count -= 1) entries.push([pick(fields), value()]);
    return Buffer.from(`{${entries.map(([key, kept]) => `${JSON.stringify(key)}:${kept}`).join(',')}}`);
  }

  function formBody({ name, fields }: DocumentedCall, boundary: string): Buffer {
    const part = (disposition: string, content: Buffer | string): Buffer[] => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ];
    const parts = Object.entries(validBodies[name] ?? {}).flatMap(([key, kept]) =>
      random() < 0.8 ? part(`name="${key}"`, String(kept)) : [],
    );
    for (let count = pick([0, 1, 1, 2, 60]); count > 0; count -= 1) {
      const field = pick([...fields, 'files[]', 'unexpected', '']);
      const file = random() < 0.6 ? `; filename="${text().slice(0, pick([20, 20_000]))}"` : '';
      const content = Buffer.alloc(
        pick([0, 10, 1_000, 100_000, 3 * MIB]),
        pick(['x', '\x89PNG\r\n', '%PDF-', '\xff\xd8\xff']),
      );
      parts.push(...part(`name="${field}"${file}`, content));
    }
    return Buffer.concat([...parts, Buffer.from(random() < 0.7 ? `--${boundary}--\r\n` : '')]);
  }

  function call(): Attack {
    const one = pick(calls);
    const path = one.path.replaceAll(/\{\w+\}/g, () =>
      random() < 0.5 ? '1' : inAddress(pick(hostileTexts)) || '%20',
    );
    const query = [...one.queryParams, 'page', 'min_id', 'q']
      .filter(() => random() < 0.3)
      .map(
        (name) => `${name}=${random() < 0.5 ? pick(['0', '1', '-1', '1e9']) : inAddress(pick(hostileTexts))}`,
      );
    const boundary = pick(['b', 'xxBOUNDARYxx', '-'.repeat(70)]);
    const isForm = one.format === 'form' ? random() < 0.9 : random() < 0.1;
    const whole = one.format === null ? Buffer.alloc(0) : isForm ? formBody(one, boundary) : jsonBody(one);
    const body = cut(whole);
    const type = isForm ? `multipart/form-data; boundary=${boundary}` : 'application/json';
    const length = pick([body.length, body.length, body.length, body.length, whole.length + 10, 0]);
    const size = random() < 0.9 ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked';
    const headers = [...sender(), `Content-Type: ${type}`, size, 'Connection: close'];
    const method =
      random() < 0.95 ? one.method : pick(['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);
    const start = Buffer.from(head(method, `/api${path}?${query.join('&')}`, headers));
    return { name: `${method} ${one.path}`, requests: 1, frames: 0, pieces: [start, body], end };
  }

  /** Many requests on one connection, whose responses may not be read. */
  function pipelined(): Attack {
    const requests = pick([2, 100, 5_000]);
    const path = pick([
      '/healthz',
      '/',
      '/api/web/program',
      '/api/app/news-list',
      '/api/web/profile',
      '/media/none',
    ]);
    const pieces = [Buffer.from(head('GET', path, sender()).repeat(requests))];
    return { name: `${requests} × GET ${path}`, requests, frames: 0, pieces, end };
  }

  /** A head that no client sends. */
  function malformed(): Attack {
    const lines = [
      ...[
        'GET  / HTTP/1.1',
        'GET /%00 HTTP/1.1',
        'GET //x/../../y HTTP/1.1',
        'CONNECT a:1 HTTP/1.1',
        'GET / HTTP/9.9',
      ],
      ...[
        'Content-Length: 1',
        'Content-Length: -1',
        'Transfer-Encoding: chunked',
        'Expect: 200-ok',
        'Range: bytes=5-1',
      ],
      ...[
        'Range: bytes=0-0,0-0,0-0',
        'If-None-Match: "',
        `X: ${'y'.repeat(20_000)}`,
        'Upgrade: h2c',
        'Host: a',
        '\0',
        ':',
      ],
    ];
    const chosen = Array.from({ length: pick([1, 3, 200]) }, () => pick(lines));
    const bytes = Buffer.from(`GET / HTTP/1.1\r\n${chosen.join('\r\n')}\r\n\r\n5\r\nabc`, 'latin1');
    return { name: 'a malformed head', requests: 1, frames: 0, pieces: [cut(bytes)], end };
  }

  function sockets(): Attack {
    const path = pick(['/api/ws', '/options', '/api/none']);
    const frame = (): Buffer => {
      const payload = Buffer.from(
        pick([
          value(),
          ...['{"type":', '{"action":'].map(
            (start) => `${start}${value()},"ticker":${value()},"chat_id":1,"x":${value()}}`,
          ),
          ...['subscribe', 'unsubscribe', 'typing', 'read', 'ping'].map(
            (type) => `{"type":"${type}","action":"${type}","chat_id":${value()},"tickers":[${value()}]}`,
          ),
        ]),
      ).subarray(0, 100_000);
      const first = random() < 0.7 ? 0x81 : Math.floor(random() * 256);
      const announced = random() < 0.95 ? payload.length : payload.length + 50;
      const length = Buffer.alloc(8);
      length.writeBigUInt64BE(BigInt(announced));
      return Buffer.concat([Buffer.from([first, 0xff]), length, Buffer.alloc(4), payload]);
    };
    const upgrade = head('GET', path, [
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      `Sec-WebSocket-Protocol: openbell.v1, bearer.${random() < 0.9 ? target.token : 'x'}`,
    ]);
    const frames = Array.from({ length: pick([1, 10, 200]) }, frame);
    return {
      name: `frames to ${path}`,
      requests: 1,
      frames: frames.length,
      pieces: [Buffer.from(upgrade), ...frames],
      end,
    };
  }

  const kind = random();
  return kind < 0.7 ? call() : kind < 0.75 ? pipelined() : kind < 0.82 ? malformed() : sockets();
}

const SLEEP_MS = 500;
const LONGEST_MS = 3_000;

/** Sends an attack. Resolves with the statuses of the responses that it read, when the connection has ended. */
export function send({ hostname, port }: Target, { pieces, end, name }: Attack): Promise<number[]> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ host: hostname, port });
    let received = '';
    const last = setTimeout(() => socket.destroy(), end === 'reads' ? LONGEST_MS : SLEEP_MS);
    socket.on('data', (chunk) => {
      // The status lines are near the start of what is read; a response may have megabytes.
      if (received.length < 200_000) received += chunk.toString('latin1');
    });
    // A refused connection is a finding of the check for a running server.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(last);
      resolve([...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)));
    });
    for (const piece of pieces) socket.write(piece);
    if (end === 'closes') socket.destroySoon();
    if (end === 'sleeps') socket.pause();
    // Sockets and kept connections do not end by themselves.
    if (end === 'reads' && !/^(GET|POST) \/\w/.test(name)) setTimeout(() => socket.destroy(), SLEEP_MS);
  });
}
