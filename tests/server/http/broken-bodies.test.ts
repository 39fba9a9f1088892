// A body or a frame that breaks off or is malformed fails alone: the server answers others afterwards.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentedCalls } from '../../support/documented-calls.ts';
import { propertyCases } from '../../support/property-cases.ts';
import { headOf, openRaw, statusOf } from '../../support/raw-connection.ts';
import { sharedServer } from '../../support/test-server.ts';

/** Every call with a body, with the id 1 in its path. */
const calls = documentedCalls
  .filter(({ format }) => format !== null)
  .map(({ method, path }) => ({ method, path: `/api${path.replaceAll(/\{\w+\}/g, '1')}` }));
const formPaths = ['/api/web/update-profile', '/api/web/chat/1'];

const boundary = 'xxBOUNDARYxx';
const formType = `multipart/form-data; boundary=${boundary}`;

/** A part, split where the grammar of a multipart body has a boundary. */
const part = (disposition: string, content: string): string[] => [
  `--${boundary}`,
  '\r\n',
  'Content-Disposition: form-data; ',
  disposition,
  '\r\n',
  'Content-Type: application/octet-stream',
  '\r\n',
  '\r\n',
  content,
  '\r\n',
];
const end = [`--${boundary}`, '--', '\r\n'];
const parts = {
  'a field': ['name="first_name"', 'Lee'],
  'a file': ['name="profile_image"; filename="me.png"', 'not a picture'],
  'a chat file': ['name="files[]"; filename="me.pdf"', '%PDF-'],
  'a file with an unexpected name': ['name="unexpected"; filename="x.bin"', 'content'],
  'a large file with an unexpected name': ['name="unexpected"; filename="x.bin"', 'x'.repeat(300_000)],
  'a part without a name': ['filename="x.bin"', 'content'],
} as const;

/** Bodies that end after each piece, and bodies with a repeated, reordered or empty part. */
const brokenForms: readonly (readonly [string, string])[] = [
  ['0 bytes', ''],
  ['only the end', end.join('')],
  ['another boundary', `--other\r\n\r\n\r\n--other--\r\n`],
  ...Object.entries(parts).flatMap(([name, [disposition, content]]) => {
    const pieces = [...part(disposition, content), ...end];
    const cuts = pieces.map(
      (_, index) => [`${name}, cut after piece ${index}`, pieces.slice(0, index + 1).join('')] as const,
    );
    const once = part(disposition, content).join('');
    return [
      ...cuts,
      [`${name}, twice and cut`, once + once] as const,
      [`${name}, cut in its content`, once.slice(0, -3)] as const,
      [`${name}, cut in the next boundary`, `${once}--${boundary.slice(0, 4)}`] as const,
    ];
  }),
];
const json = '{"a":[1,"b\\u00e9",{"c":null}]}';
const brokenJson: readonly (readonly [string, string])[] = [
  ...[...json].map((_, index) => [`JSON, cut after ${index}`, json.slice(0, index)] as const),
  ['JSON that repeats a key', '{"email":"a","email":{}}'],
  ['JSON that is not UTF-8', '\u{dcff}'],
];

let token: string;
const server = sharedServer();
const uncaught: unknown[] = [];
const record = (error: unknown): void => void uncaught.push(error);
beforeAll(() => {
  process.on('uncaughtException', record);
  process.on('unhandledRejection', record);
});
afterAll(() => {
  process.off('uncaughtException', record);
  process.off('unhandledRejection', record);
});
beforeEach(async () => {
  uncaught.length = 0;
  token = await server.signIn('subscriber');
});

async function expectAlive(): Promise<void> {
  expect((await server.call('GET', '/healthz')).status).toBe(200);
  expect(uncaught).toEqual([]);
}

describe('a broken body', () => {
  /** Resolves with the status, or with NaN when the connection ends without a response. */
  async function send(
    { method, path }: { readonly method: string; readonly path: string },
    type: string,
    body: string,
    length = Buffer.byteLength(body),
  ): Promise<number> {
    const head = headOf(
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      `Content-Type: ${type}`,
      `Content-Length: ${length}`,
      'Connection: close',
    );
    const { socket, ended } = await openRaw(server.url, head + body);
    // The rest of the announced bytes never arrives.
    if (length > Buffer.byteLength(body)) socket.destroySoon();
    return statusOf(await ended);
  }

  test.each(formPaths)('of a form does not stop the server (%s)', async (path) => {
    const sent = brokenForms.map(async ([name, body]) => {
      const status = await send({ method: 'POST', path }, formType, body);
      expect([name, status < 500 && status > 0]).toEqual([name, true]);
      await send({ method: 'POST', path }, formType, body, Buffer.byteLength(body) + 100);
    });
    await Promise.all(sent);
    await expectAlive();
  });

  test('does not stop the server in any call', async () => {
    const bodies = [...brokenForms.slice(0, 20), ...brokenJson];
    const perCall = propertyCases(5, bodies.length);
    for (const [index, call] of calls.entries()) {
      // Each call gets the bodies after those of the previous one.
      const own = Array.from({ length: perCall }, (_, at) => bodies[(index * perCall + at) % bodies.length]);
      const sent = own.map(async ([name, body] = ['', '']) => {
        const type = name.startsWith('JSON') ? 'application/json' : formType;
        const status = await send(call, type, body);
        expect([call.path, name, status < 500 && status > 0]).toEqual([call.path, name, true]);
      });
      await Promise.all(sent);
      await send(call, 'application/json', json, 1000);
      await expectAlive();
    }
  });
});

describe('a broken frame', () => {
  const masked = (payload: Buffer): Buffer => Buffer.concat([Buffer.alloc(4), payload]);
  const frame = (first: number, payload: Buffer | string, length = Buffer.byteLength(payload)): Buffer =>
    Buffer.concat([Buffer.from([first, 0x80 | length]), masked(Buffer.from(payload))]);
  const text = (payload: string): Buffer => frame(0x81, payload);
  const frames: readonly (readonly [string, Buffer])[] = [
    ['that is not masked', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
    ['with a reserved bit', frame(0xf1, '{}')],
    ['with a reserved opcode', frame(0x83, '{}')],
    ['that continues nothing', frame(0x80, '{}')],
    ['that begins a message twice', Buffer.concat([frame(0x01, '{'), frame(0x01, '}')])],
    ['that is binary', frame(0x82, '{}')],
    ['that is not UTF-8', frame(0x81, Buffer.from([0xff, 0xfe]))],
    [
      'that is longer than allowed',
      Buffer.from([0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]),
    ],
    ['that breaks off in its head', Buffer.from([0x81])],
    ['that breaks off in its content', frame(0x81, '{', 60)],
    ['that is a fragmented ping', frame(0x09, 'x')],
    ['that is an unsolicited pong', frame(0x8a, 'x')],
    ['with a close code of one byte', frame(0x88, 'x')],
    ['with an invalid close code', frame(0x88, Buffer.from([0, 1]))],
    ...['', '{', 'null', '[]', '5', '{}', '{"type":1}', '{"action":null}', '[[[[[[[['].map(
      (payload) => [`with the text ${JSON.stringify(payload)}`, text(payload)] as const,
    ),
  ];

  /** Opens a socket by hand, sends the bytes, and ends the connection. */
  async function send(path: string, bytes: Buffer): Promise<void> {
    const head = headOf(
      `GET ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      `Sec-WebSocket-Protocol: openbell.v1, bearer.${token}`,
    );
    const { socket, ended } = await openRaw(server.url, head);
    socket.once('data', () => {
      socket.write(bytes, () => socket.end());
    });
    await ended;
  }

  test.each(['/api/ws', '/options'])('does not stop the server (%s)', async (path) => {
    for (const [, bytes] of frames) {
      await send(path, bytes);
      await expectAlive();
    }
  });
});
