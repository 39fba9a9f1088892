// The day dividers of a chat that stays open over midnight.
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { other } from '../../core/chat/support.ts';
import { layOut, open } from './support.tsx';

beforeEach(layOut);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date(2026, 10, 21, 23, 59) });
  return () => void vi.useRealTimers();
});

const dayLines = () => [...document.querySelectorAll('.ob-chat-day')].map((line) => line.textContent);

async function openToday(): Promise<void> {
  const created_at = new Date(2026, 10, 21, 9).toISOString();
  await open((server) => void server.post(other, 'a', null, { created_at }));
  expect(screen.getByRole('article')).toBeTruthy();
  expect(dayLines()).toEqual(['Today']);
}

test('changes Today to Yesterday at each midnight', async () => {
  await openToday();
  act(() => void vi.advanceTimersByTime(2 * 60_000));
  expect(dayLines()).toEqual(['Yesterday']);
  act(() => void vi.advanceTimersByTime(24 * 60 * 60_000));
  expect(dayLines()).toEqual(['Saturday, 21 November 2026']);
});

test('reads the day again when the page becomes visible after sleep', async () => {
  await openToday();
  vi.setSystemTime(new Date(2026, 10, 22, 8));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(dayLines()).toEqual(['Yesterday']);
});
