import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createEmoji, emojiQuery, insertEmoji } from '@openbell/core/chat/emoji';
import { createMemoryStorage } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { isReactionEmoji } from '../../../../examples/server/src/chat/reaction-emoji.ts';

const { resolve } = createRequire(new URL('../../../../examples/web/package.json', import.meta.url));

/** Serves the files of `emojibase-data`; `failures` is the number of next requests that fail. */
function setUp(storage = createMemoryStorage()) {
  const server = { failures: 0, requests: [] as string[] };
  const emoji = createEmoji({
    url: '/emoji',
    storage,
    fetch: async (url) => {
      server.requests.push(String(url));
      if (server.failures > 0) {
        server.failures -= 1;
        return new Response('Not found', { status: 404 });
      }
      return new Response(readFileSync(resolve(`emojibase-data/${String(url).slice('/emoji/'.length)}`)));
    },
  });
  return { emoji, server, storage };
}

describe('a typed name', () => {
  it('is a colon at the start of a word with two characters or more [chat.emoji-name]', () => {
    expect(emojiQuery('nice :smi', 9)).toEqual({ query: 'smi', start: 5 });
    expect(emojiQuery(':+1', 3)).toEqual({ query: '+1', start: 0 });
    expect(emojiQuery('a\n:heart_eyes later', 13)).toEqual({ query: 'heart_eyes', start: 2 });
    expect(emojiQuery('nice :s', 7)).toBeNull();
    expect(emojiQuery('nice :smile: ', 13)).toBeNull();
  });

  it('is no part of a time, a URL or another word [chat.emoji-name]', () => {
    for (const text of [
      'at 10:30',
      'https://example.com',
      'see localhost:4000',
      'note:this',
      'SPY 520:530',
      ' :30',
    ])
      expect(emojiQuery(text, text.length)).toBeNull();
  });

  it('is replaced by the emoji, and the caret follows it [chat.emoji-name]', () => {
    expect(insertEmoji('so :smi good', { emoji: '😄', start: 3, end: 7 })).toEqual({
      text: 'so 😄 good',
      caret: 5,
    });
  });
});

describe('createEmoji', () => {
  it('requests and stores nothing before it is used', () => {
    const { emoji, server, storage } = setUp();
    expect(server.requests).toEqual([]);
    expect(storage.keys()).toEqual([]);
    expect(emoji.find('smile')).toEqual([]);
  });

  it('loads the list once, and again after a failure', async () => {
    const { emoji, server } = setUp();
    server.failures = 1;
    expect(await emoji.load()).toBe(false);
    expect(emoji.$state.get()).toMatchObject({ status: 'failed', list: null });
    expect(await Promise.all([emoji.load(), emoji.load()])).toEqual([true, true]);
    expect(server.requests).toHaveLength(6);
    expect(emoji.$state.get().list?.groups.map(({ label }) => label)).toContain('Smileys & emotion');
  });

  it('offers only emoji that the server accepts as a reaction, in every skin tone [chat.react-any]', async () => {
    const { emoji } = setUp();
    await emoji.load();
    const items = emoji.$state.get().list?.items ?? [];
    expect(items.length).toBeGreaterThan(1500);
    const all = items.flatMap((item) => [item.emoji, ...Object.values(item.skins ?? {})]);
    expect(all.filter((one) => !isReactionEmoji(one))).toEqual([]);
  });

  it('finds emoji by name, then by other words [chat.emoji-name]', async () => {
    const { emoji } = setUp();
    await emoji.load();
    expect(emoji.find('smile')[0]).toEqual({ emoji: '😄', name: 'smile' });
    expect(emoji.find('smil')[0]?.name).toBe('smile');
    expect(emoji.find('+1')[0]?.emoji).toBe('👍');
    expect(emoji.find('JOY')[0]?.emoji).toBe('😂');
    expect(emoji.find('lol').map((match) => match.emoji)).toContain('🤣');
    expect(emoji.find('(.*')).toEqual([]);
  });

  it('puts recently chosen emoji first among equals, and applies the skin tone [chat.emoji-recent]', async () => {
    const { emoji } = setUp();
    await emoji.load();
    const last = emoji.find('hear').at(-1)?.emoji ?? '';
    emoji.addRecent(last);
    expect(emoji.find('hear')[0]?.emoji).toBe(last);
    emoji.chooseSkinTone('dark');
    expect(emoji.find('wave')[0]?.emoji).toBe('👋🏿');
    expect(emoji.find('smile')[0]?.emoji).toBe('😄');
  });

  it('keeps the skin tone and the last sixteen emoji on the device [chat.emoji-recent]', async () => {
    const { emoji, storage } = setUp();
    await emoji.load();
    emoji.chooseSkinTone('medium');
    const chosen = (emoji.$state.get().list?.items ?? []).slice(0, 20).map((item) => item.emoji);
    for (const one of [...chosen.slice(0, 19), chosen[10] ?? '']) emoji.addRecent(one);
    // Also without the list, which may be missing.
    setUp(storage).emoji.addRecent(chosen[19] ?? '');
    const { emoji: next } = setUp(storage);
    await next.load();
    expect(next.$state.get().skinTone).toBe('medium');
    expect(next.$state.get().recent).toHaveLength(16);
    expect(next.$state.get().recent.slice(0, 2)).toEqual([chosen[19], chosen[10]]);
  });

  it('ignores stored choices that are invalid', async () => {
    const { emoji, storage } = setUp();
    storage.write('emoji', '{"version":1,"skin_tone":"green","recent":[]}');
    await emoji.load();
    expect(emoji.$state.get()).toMatchObject({ skinTone: 'none', recent: [] });
  });
});
