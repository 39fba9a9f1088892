import { saveBlob } from '@openbell/core/ports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const urls = { createObjectURL: URL.createObjectURL, revokeObjectURL: URL.revokeObjectURL };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Object.assign(URL, urls);
});

test('keeps the object URL of a download for a minute, because iOS reads it after a question', () => {
  const revoked: string[] = [];
  Object.assign(URL, {
    createObjectURL: () => 'blob:file',
    revokeObjectURL: (url: string) => void revoked.push(url),
  });
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.download);
  });
  saveBlob(new Blob(['a']), 'trades.csv');
  expect(clicked).toEqual(['trades.csv']);
  vi.advanceTimersByTime(59_999);
  expect(revoked).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(revoked).toEqual(['blob:file']);
});
