// What a screen reader announces during a busy minute.
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { message, messageFrame, other } from '../core/chat/support.ts';
import { deliver, layOut, open } from './chat/support.tsx';
import { event, goLive, setUp } from './market-data/market-page.tsx';

beforeEach(layOut);
afterEach(() => void vi.useRealTimers());

interface Announcement {
  readonly at: number;
  readonly text: string;
}

/** Records every change of a polite live region, with its time in milliseconds. */
function listen(now: () => number): { readonly announced: () => Announcement[] } {
  const announced: Announcement[] = [];
  const politely = (node: Node): Element | null | undefined => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest('[aria-live], [role=status], [role=log], [role=alert]');
    return region?.getAttribute('aria-live') === 'off' ? null : region;
  };
  const observer = new MutationObserver((changes) => collect(changes));
  function collect(changes: readonly MutationRecord[]): void {
    for (const region of new Set(changes.map(({ target }) => politely(target)))) {
      const text = region?.textContent ?? '';
      if (text !== '') announced.push({ at: now(), text });
    }
  }
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return {
    announced() {
      collect(observer.takeRecords());
      return announced;
    },
  };
}

test('announces a busy chat at most once in five seconds [chat.announcement-rate]', async () => {
  const { rig } = await open((server) => void server.post(other, 'from before'));
  vi.useFakeTimers();
  const { announced } = listen(Date.now);
  for (let second = 0; second < 60; second += 1) {
    const typing = { type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: second % 2 === 0 };
    await deliver(rig, typing);
    for (const part of [0, 1])
      await deliver(rig, messageFrame(message(100 + 2 * second + part, { message: `message ${second}` })));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    announced();
  }
  const times = announced().map(({ at }) => at);
  expect(times.length).toBeGreaterThan(8);
  for (const [index, time] of times.slice(1).entries())
    expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(5_000);
  expect(announced()[0]?.text).toBe('Grace is typing...');
  expect(announced().at(-1)?.text).toBe('10 new messages');
});

test.each([
  ['unsent', { type: 'message_patch', user_id: 2, id: 101, chat_id: 7, delete_from_everyone: true }],
  ['blocked', { type: 'WebMarkUser', user_id: 2, is_mute: false, is_block: true }],
])('does not announce a waiting message that was %s meanwhile [chat.announcements]', async (_, frame) => {
  const { rig } = await open((server) => void server.post(other, 'from before'));
  vi.useFakeTimers();
  const { announced } = listen(Date.now);
  await deliver(rig, messageFrame(message(100, { message: 'first' })));
  await deliver(rig, messageFrame(message(101, { message: 'withdrawn' })));
  await deliver(rig, frame);
  for (let second = 0; second < 11; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1000));
    announced();
  }
  expect(announced().map(({ text }) => text)).toEqual(['Grace: first']);
});

test('announces no row of a busy tape [market.autoscroll]', async () => {
  const parts = setUp('trade-flash');
  await goLive(parts, event(101));
  const { announced } = listen(Date.now);
  for (let second = 0; second < 60; second += 1) {
    await goLive(parts, ...[0, 1, 2].map((part) => event(200 + 3 * second + part)));
    await act(() => parts.time.advance(1000));
  }
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(10);
  expect(announced()).toEqual([]);
});
