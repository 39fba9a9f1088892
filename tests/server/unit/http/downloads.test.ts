import { expect, test } from 'vitest';
import { createDownloads } from '../../../../examples/server/src/http/downloads.ts';

const refusal = (status: number) => expect.objectContaining({ status, retryAfter: expect.any(Number) });

test('rejects a download beyond the limit of an address with 429, and accepts other addresses', () => {
  const downloads = createDownloads({ perAddress: 2, all: 10 });
  const end = downloads.begin('a');
  downloads.begin('a');
  expect(() => downloads.begin('a')).toThrow(refusal(429));
  downloads.begin('b');
  end();
  downloads.begin('a');
});

test('rejects a download beyond the limit of the server with 503 until one ends', () => {
  const downloads = createDownloads({ perAddress: 2, all: 3 });
  const ends = ['a', 'b', 'c'].map((address) => downloads.begin(address));
  expect(() => downloads.begin('d')).toThrow(refusal(503));
  ends[0]?.();
  downloads.begin('d');
});

test('counts the end of a download once', () => {
  const downloads = createDownloads({ perAddress: 1, all: 1 });
  const end = downloads.begin('a');
  end();
  end();
  downloads.begin('a');
  expect(() => downloads.begin('b')).toThrow(refusal(503));
});
