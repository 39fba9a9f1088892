// The signature check of the S3 stand-in, by the example of the documentation and by altered requests.
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { verifySignature } from '../../support/s3.ts';

/** The example "GET Object" of the S3 documentation on Signature Version 4. */
const host = 'examplebucket.s3.amazonaws.com';
const access = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const signed = 'host;range;x-amz-content-sha256;x-amz-date';
const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
const headers: Readonly<Record<string, string>> = {
  host,
  range: 'bytes=0-9',
  'x-amz-content-sha256': emptyHash,
  'x-amz-date': '20130524T000000Z',
  authorization: `AWS4-HMAC-SHA256 Credential=${access.accessKeyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signed},Signature=${signature}`,
};
const at = Date.UTC(2013, 4, 24);

function verify(
  changes: { headers?: Record<string, string>; path?: string; body?: string; at?: number } = {},
) {
  const request = {
    method: 'GET',
    headers: { ...headers, ...changes.headers },
  } as unknown as IncomingMessage;
  const bytes = Buffer.from(changes.body ?? '');
  const sent = { request, path: changes.path ?? '/test.txt', query: '', bytes };
  return verifySignature(sent, access, { host, now: changes.at ?? at });
}

test('accepts the example of the documentation', () => {
  expect(verify()).toBeNull();
});

test.each([
  ['another path', { path: '/other.txt' }, 'SignatureDoesNotMatch'],
  ['another range', { headers: { range: 'bytes=0-99' } }, 'SignatureDoesNotMatch'],
  ['another host', { headers: { host: 'evil.example' } }, 'SignatureDoesNotMatch'],
  ['another body', { body: 'x' }, 'XAmzContentSHA256Mismatch'],
  ['no content hash', { headers: { 'x-amz-content-sha256': '' } }, 'MissingContentSHA256'],
  [
    'an unsigned payload',
    { headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } },
    'MissingContentSHA256',
  ],
  ['an unsigned header', { headers: { 'x-amz-acl': 'public-read' } }, 'AccessDenied'],
  ['no signature', { headers: { authorization: '' } }, 'AccessDenied'],
  ['a time of an hour ago', { at: at + 3_600_000 }, 'RequestTimeTooSkewed'],
] as const)('rejects a request with %s', (_name, changes, code) => {
  expect(verify(changes)).toBe(code);
});
