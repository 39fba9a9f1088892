import { expect, test } from 'vitest';
import { isLocalRequest } from '../../../../examples/server/src/http/client/local-request.ts';
import { readConfig } from '../../../../examples/server/src/read-config.ts';

const config = { ...readConfig({}), publicUrl: 'https://staging.example' };

function isLocal(peer: string | undefined, headers: Readonly<Record<string, string>>): boolean {
  return isLocalRequest(config, { peer, header: (name) => headers[name] });
}

test('accepts loopback connections with a loopback host or the host of the site', () => {
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000', 'staging.example']) {
      expect(isLocal(peer, { host }), `${peer} ${host}`).toBe(true);
    }
  }
  expect(isLocal('127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1, ::1' })).toBe(true);
});

test('rejects other machines, proxies that forward for them, and DNS rebinding', () => {
  const host = 'localhost:4000';
  for (const peer of ['10.0.0.7', '192.168.1.2', '::ffff:10.0.0.7', '1270.0.0.1', '', undefined]) {
    expect(isLocal(peer, { host }), String(peer)).toBe(false);
  }
  expect(isLocal('127.0.0.1', { host: 'evil.test' })).toBe(false);
  expect(isLocal('127.0.0.1', {})).toBe(false);
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
    expect(isLocal('127.0.0.1', { host, [name]: '203.0.113.9' }), name).toBe(false);
  }
  expect(isLocal('127.0.0.1', { host, 'x-forwarded-for': '203.0.113.9, 127.0.0.1' })).toBe(false);
});
