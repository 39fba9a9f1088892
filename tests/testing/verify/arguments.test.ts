import { expect, it } from 'vitest';
import { readArguments } from '../../../packages/testing/src/verify/arguments.ts';

const read = (...typed: string[]) => readArguments(typed, {});

it('reads the address and the options, in any order', () => {
  expect(read('--json', 'https://your-api.example/api/', '--token', 'abc', '--write')).toEqual({
    kind: 'run',
    arguments: {
      url: 'https://your-api.example/api',
      token: 'abc',
      socketUrl: null,
      optionsFeedUrl: null,
      feedAuth: null,
      waitMs: 10_000,
      write: true,
      json: true,
    },
  });
  expect(read('http://127.0.0.1:4000/api', '--token=abc')).toMatchObject({
    arguments: { token: 'abc', write: false },
  });
});

it('reads the token from the environment unless --token is set', () => {
  const environment = { OPENBELL_TOKEN: 'kept' };
  expect(readArguments(['http://a/api'], environment)).toMatchObject({ arguments: { token: 'kept' } });
  expect(readArguments(['http://a/api', '--token', 'typed'], environment)).toMatchObject({
    arguments: { token: 'typed' },
  });
  expect(read('http://a/api')).toMatchObject({ arguments: { token: null } });
});

it('reads the socket URLs, the feed key and the timeout', () => {
  const environment = { OPENBELL_FEED_AUTH: 'kept' };
  const typed = [
    'http://a/api',
    '--socket',
    'wss://b/ws?v=1',
    '--options-feed=http://c/options',
    '--wait=2.5',
  ];
  expect(readArguments(typed, environment)).toMatchObject({
    arguments: {
      socketUrl: 'wss://b/ws?v=1',
      optionsFeedUrl: 'http://c/options',
      feedAuth: 'kept',
      waitMs: 2_500,
    },
  });
  expect(read(...typed, '--feed-auth', 'a=b')).toMatchObject({ arguments: { feedAuth: 'a=b' } });
});

it.each([
  [[], /address of the API/],
  [['ftp://a'], /https:\/\/ or http/],
  [['your-api.example'], /https:\/\/ or http/],
  [['http://a', 'http://b'], /one address/],
  [['http://a?x=1'], /must not have .* a query/],
  [['http://me:secret@a'], /must not have a username/],
  [['http://a', '--token'], /needs a token/],
  [['http://a', '--token', 'two words'], /not allowed in tokens/],
  [['http://a', '--socket', 'b/ws'], /--socket must start with wss/],
  [['http://a', '--options-feed=ftp://b'], /--options-feed must start/],
  [['http://a', '--socket=ws://me:secret@b'], /must not have a username/],
  [['http://a', '--wait', 'secret'], /more than 0 and at most 600 seconds/],
  [['http://a', '--wait=0'], /more than 0 and at most 600 seconds/],
  [['http://a', '--json=secret'], /--json takes no value\.$/],
  [['http://a', '--write='], /--write takes no value\.$/],
  [['http://a', '--help=secret'], /--help takes no value\.$/],
  [['http://a', '--feed-auth='], /needs a key/],
  [['http://a', '--tokn=secret'], /Unknown option --tokn\.$/],
])('rejects %j without quoting a value', (typed, message) => {
  const result = readArguments(typed, {});
  expect(result).toMatchObject({ kind: 'invalid', message: expect.stringMatching(message) });
  expect(JSON.stringify(result)).not.toMatch(/secret|two words/);
});

it('returns help for --help and -h', () => {
  expect(read('--help')).toEqual({ kind: 'help' });
  expect(read('-h', '--whatever')).toEqual({ kind: 'help' });
});
