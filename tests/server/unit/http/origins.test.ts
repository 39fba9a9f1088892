import { expect, test } from 'vitest';
import type { Config } from '../../../../examples/server/src/config.ts';
import { isAllowedOrigin, isOwnHost } from '../../../../examples/server/src/http/headers/origins.ts';
import { readConfig } from '../../../../examples/server/src/read-config.ts';

const local = readConfig({});
const deployed: Config = {
  ...local,
  publicUrl: 'https://openbell.example',
  allowedOrigins: ['https://embedder.example'],
};

test('accepts localhost and 127.0.0.1 as the site', () => {
  for (const origin of ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000']) {
      expect(isAllowedOrigin(local, origin, host), `${origin} ${host}`).toBe(true);
    }
  }
});

test('rejects loopback origins in production, unless the site itself is on loopback', () => {
  const production: Config = { ...deployed, production: true };
  expect(isAllowedOrigin(deployed, 'http://localhost:4000', 'localhost:4000')).toBe(true);
  expect(isAllowedOrigin(production, 'http://localhost:4000', 'localhost:4000')).toBe(false);
  expect(isAllowedOrigin(production, 'https://openbell.example', 'localhost:4000')).toBe(true);
  const local = { ...production, publicUrl: 'http://127.0.0.1:4000' };
  expect(isAllowedOrigin(local, 'http://localhost:4000', 'localhost:4000')).toBe(true);
});

test('rejects another port, scheme or host', () => {
  for (const origin of [
    'http://localhost:4001',
    'https://localhost:4000',
    'http://localhost',
    'http://evil.test:4000',
    'http://localhost.evil.test:4000',
    'http://localhost:4000.evil.test',
    'http://user@localhost:4000',
    'null',
    '',
    'file://',
    'HTTP://LOCALHOST:4000/',
  ]) {
    expect(isAllowedOrigin(local, origin, 'localhost:4000'), origin).toBe(false);
  }
});

test('rejects a host name that was rebound to this machine', () => {
  expect(isAllowedOrigin(local, 'http://evil.test:4000', 'evil.test:4000')).toBe(false);
  expect(isOwnHost(local, 'evil.test:4000')).toBe(false);
  expect(isOwnHost(local, undefined)).toBe(false);
  expect(isOwnHost(local, 'localhost:1234')).toBe(true);
});

test('accepts a deployed site and its configured origins with any host header', () => {
  expect(isAllowedOrigin(deployed, 'https://openbell.example', 'internal:8080')).toBe(true);
  expect(isAllowedOrigin(deployed, 'https://embedder.example', 'internal:8080')).toBe(true);
  expect(isAllowedOrigin(deployed, 'https://sub.embedder.example', 'internal:8080')).toBe(false);
  expect(isAllowedOrigin(deployed, 'http://openbell.example', 'internal:8080')).toBe(false);
  expect(isOwnHost(deployed, 'openbell.example')).toBe(true);
});
