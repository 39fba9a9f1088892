import { expect, test } from 'vitest';
import { createDownloads } from '../../../../examples/server/src/http/limits/downloads.ts';

const refusal = (status: number) => expect.objectContaining({ status, retryAfter: expect.any(Number) });

test('rejects a download beyond the limit of the server with 503 until one ends', () => {
  const downloads = createDownloads({ perAddress: 2, total: 3 });
  const ends = ['a', 'b', 'c'].map((address) => downloads.begin(address));
  expect(() => downloads.begin('d')).toThrow(refusal(503));
  ends[0]?.();
  downloads.begin('d');
});

test('counts the end of a download once', () => {
  const downloads = createDownloads({ perAddress: 1, total: 1 });
  const end = downloads.begin('a');
  end();
  end();
  downloads.begin('a');
  expect(() => downloads.begin('b')).toThrow(refusal(503));
});

test('rejects a download beyond the limit of an address, or of an IPv6 network, with 429', () => {
  const downloads = createDownloads({ perAddress: 2, total: 10 });
  const end = downloads.begin('2001:db8:0:1::1');
  downloads.begin('2001:db8:0:1::2');
  expect(() => downloads.begin('2001:db8:0:1:ffff::3')).toThrow(refusal(429));
  downloads.begin('2001:db8:0:2::1');
  end();
  downloads.begin('2001:db8:0:1::3');
});
