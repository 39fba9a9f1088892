import {
  allowedActions,
  dayName,
  fileExtension,
  fileMessageType,
  formatFileSize,
  formatListTime,
  formatMessageTime,
  formatTooltip,
  frameRow,
  insertMention,
  linksOf,
  mentionCandidates,
  mentionQuery,
  messageForm,
  messageType,
  tickOf,
  visibilityOf,
} from '@openbell/core/chat';
import { answerOk } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatOf, createRig, me, message, other } from './support.ts';

describe('message type', () => {
  it.each([
    ['video/mp4', 'VID'],
    ['image/png', 'IMG'],
    ['audio/webm;codecs=opus', 'AUD'],
    ['application/pdf', 'PDF'],
    ['text/plain', 'TXT'],
    ['application/msword', 'DOC'],
    ['', 'DOC'],
  ])('the type of a %j file is %s', (type, expected) => {
    expect(fileMessageType({ type })).toBe(expected);
  });

  it('follows the first file; more than one is IMGS, none is TXT [chat.type-imgs]', () => {
    expect(messageType([])).toBe('TXT');
    expect(messageType([{ type: 'application/pdf' }])).toBe('PDF');
    expect(messageType([{ type: 'application/pdf' }, { type: 'image/png' }])).toBe('IMGS');
    expect(messageType([{ type: '', name: 'a.PDF' }])).toBe('PDF');
  });

  it('shows a text file as a document, and an unknown type without media as unsupported [chat.unsupported]', () => {
    expect(messageForm({ message_type: 'TXT', media: [] })).toBe('text');
    expect(messageForm({ message_type: 'TXT', media: [{}] })).toBe('document');
    expect(messageForm({ message_type: 'STICKER', media: [] })).toBe('unsupported');
  });
});

describe('visibility, ticks and actions', () => {
  it('derives the visibility of a message for the viewer [chat.visibility]', () => {
    expect(visibilityOf(message(1), me.id)).toBe('normal');
    expect(visibilityOf(message(1, { deleted_list: [me.id] }), me.id)).toBe('deleted');
    expect(visibilityOf(message(1, { delete_from_everyone: true, is_block: true }), me.id)).toBe('unsent');
    expect(visibilityOf(message(1, { is_block: true }), me.id)).toBe('blocked');
  });

  it('returns the allowed actions for each message [chat.actions-of] [chat.action-toggles]', () => {
    expect(allowedActions(message(1, { sender: me }), me.id)).toEqual(['reply', 'copy', 'delete', 'unsend']);
    expect(allowedActions(message(1, { is_mute: true }), me.id)).toEqual([
      'reply',
      'copy',
      'delete',
      'react',
      'unmute',
      'block',
      'report',
    ]);
    expect(allowedActions(message(1, { is_block: true }), me.id)).toEqual(['delete', 'unblock']);
    expect(allowedActions(message(1, { message_type: 'ACT' }), me.id)).toEqual(['delete']);
    expect(allowedActions(message(1, { delete_from_everyone: true }), me.id)).toEqual(['delete']);
  });

  it('offers to copy the links of a message, without duplicates [chat.copy-link]', () => {
    const text = 'see https://a.example/x, www.b.example and https://a.example/x again';
    expect(allowedActions(message(1, { message: text }), me.id)).toContain('copyLink');
    expect(allowedActions(message(1, { message: 'no address' }), me.id)).not.toContain('copyLink');
    expect(linksOf(text)).toEqual(['https://a.example/x', 'https://www.b.example']);
  });

  it('ticks: sent, delivered to all, seen by all [chat.ticks]', () => {
    expect(tickOf(message(1))).toBe('sent');
    expect(tickOf(message(1, { delivered_to_all: true }))).toBe('delivered');
    expect(tickOf(message(1, { seen_by_all: true }))).toBe('seen');
  });
});

describe('formats', () => {
  const at = new Date(2026, 10, 21, 15, 30, 5).getTime();
  it('formats list times and tooltips [chat.formats]', () => {
    expect(formatListTime(at)).toBe('21 Nov 2026 03:30 pm');
    expect(formatTooltip(at)).toBe('21st November 2026, 03:30:05 pm');
    expect(formatListTime(null)).toBe('');
  });

  it('the message time equals the time part of the list time [chat.formats]', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (when) => {
        expect(formatMessageTime(when.getTime())).toBe(formatListTime(when.getTime()).slice(-8));
      }),
    );
    expect(formatMessageTime('yesterday')).toBe('');
  });

  it('recognizes today and yesterday [chat.day-divider]', () => {
    expect(dayName(at, at).day).toBe('today');
    expect(dayName(at, at + 86_400_000).day).toBe('yesterday');
    expect(dayName(at, at + 3 * 86_400_000)).toEqual({ day: 'other', text: 'Saturday, 21 November 2026' });
  });

  it('groups rows by sender and minute, and divides days [chat.grouping]', () => {
    const first = message(1, { created_at: new Date(at).toISOString() });
    const same = message(2, { created_at: new Date(at + 10_000).toISOString() });
    const later = message(3, { created_at: new Date(at + 120_000).toISOString() });
    expect(frameRow(first, undefined, { viewerId: me.id, firstUnreadId: null })).toMatchObject({
      startsDay: true,
      startsGroup: true,
    });
    expect(frameRow(same, first, { viewerId: me.id, firstUnreadId: null })).toMatchObject({
      startsDay: false,
      startsGroup: false,
    });
    expect(frameRow(later, same, { viewerId: me.id, firstUnreadId: null }).startsGroup).toBe(true);
    expect(frameRow(same, first, { viewerId: me.id, firstUnreadId: 2 })).toMatchObject({
      startsUnread: true,
      startsGroup: true,
    });
    const lastOfDay = message(4, { created_at: new Date(2026, 10, 21, 23, 59, 59).toISOString() });
    const firstOfDay = message(5, { created_at: new Date(2026, 10, 22).toISOString() });
    expect(frameRow(firstOfDay, lastOfDay, { viewerId: me.id, firstUnreadId: null })).toMatchObject({
      startsDay: true,
      startsGroup: true,
    });
    // The same minute of another day.
    const dayLater = message(6, { created_at: new Date(2026, 10, 22, 15, 30, 5).toISOString() });
    expect(frameRow(dayLater, first, { viewerId: me.id, firstUnreadId: null })).toMatchObject({
      startsDay: true,
      startsGroup: true,
    });
  });
});

describe('mentions', () => {
  const { users } = chatOf();
  it('opens when the last word starts with @, and suggests other members by part of the first name [chat.mention-popup]', () => {
    expect(mentionQuery('hello @gr', 9)).toEqual({ query: 'gr', start: 6 });
    expect(mentionQuery('mail a@b', 8)).toBeNull();
    expect(mentionCandidates(users, me.id, 'RAC')).toEqual([other]);
    expect(mentionCandidates(users, me.id, 'ada')).toEqual([]);
    expect(mentionCandidates(users, me.id, '(.*')).toEqual([]);
  });

  it('the ranges always cover the inserted names [chat.mention-ids]', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z ]{0,10}$/),
        fc.stringMatching(/^[a-z ]{0,10}$/),
        (before, after) => {
          const text = `${before} @g`;
          const {
            ranges,
            text: next,
            caret,
          } = insertMention({ text: `${text}${after}`, caret: text.length, ranges: [] }, other);
          for (const { start, end } of ranges) expect(next.slice(start, end)).toBe('@Grace');
          expect(next.slice(caret)).toBe(after);
        },
      ),
    );
  });
});

describe('chat list', () => {
  async function listed() {
    const rig = createRig();
    rig.api.script('/web/chats', () => ({
      kind: 'ok',
      ok: true,
      status: 200,
      data: {
        data: [
          chatOf({
            id: 8,
            last_msg: { message: 'b', created_at: '2026-11-20T10:00:00.000Z', message_type: 'TXT' },
          }),
          chatOf({
            id: 7,
            last_msg: { message: 'a', created_at: '2026-11-19T10:00:00.000Z', message_type: 'TXT' },
          }),
        ],
      },
    }));
    rig.chat.start();
    rig.sockets.latest().accept();
    await rig.time.frame();
    return rig;
  }
  const frame = (one: ReturnType<typeof message>) => ({
    type: 'WebFetchMessage',
    user_id: one.sender.id,
    message: one,
    isScroll: true,
  });

  it('a new message moves its chat to the top, and updates its text and unread count once [chat.list-unread]', async () => {
    const rig = await listed();
    rig.sockets.latest().deliver(frame(message(50)));
    rig.sockets.latest().deliver(frame(message(50)));
    rig.sockets.latest().deliver(frame(message(51, { sender: me })));
    await rig.time.frame();
    const [top] = rig.chat.$list.get().chats;
    expect(top).toMatchObject({ id: 7, unread_count: 1, last_msg: { message: 'text 51' } });
  });

  it('shows typing for 3 s, or until a message of that user arrives [chat.typing-list]', async () => {
    const rig = await listed();
    const isTyping = (): boolean | undefined =>
      rig.chat.$list.get().chats.find(({ id }) => id === 7)?.isTyping;
    rig.sockets.latest().deliver({ type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: true });
    await rig.time.frame();
    expect(isTyping()).toBe(true);
    rig.sockets.latest().deliver(frame(message(50)));
    await rig.time.frame();
    expect(isTyping()).toBe(false);
    rig.sockets.latest().deliver({ type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: true });
    await rig.time.advance(3000);
    await rig.time.frame();
    expect(isTyping()).toBe(false);
  });

  it('a burst of list updates reloads the list at once, then once per second', async () => {
    const rig = createRig();
    rig.api.script('/web/chats', () => answerOk({ data: [chatOf()] }));
    rig.chat.start();
    rig.sockets.latest().accept();
    await rig.time.advance(5000);
    const asked = (): number => rig.api.requests.filter(({ path }) => path === '/web/chats').length;
    const before = asked();
    for (let index = 0; index < 30; index += 1) {
      rig.sockets.latest().deliver({ type: 'WebFetchChat' });
      await rig.time.advance(100);
    }
    // At once, and after each of the three seconds.
    expect(asked() - before).toBe(4);
    await rig.time.advance(5000);
    expect(asked() - before).toBe(4);
  });

  it('publishes a burst of messages once, in the next frame [chat.one-frame]', async () => {
    const rig = await listed();
    let published = 0;
    rig.chat.$list.listen(() => {
      published += 1;
    });
    for (let id = 100; id < 200; id += 1) rig.sockets.latest().deliver(frame(message(id)));
    expect(published).toBe(0);
    await rig.time.frame();
    expect(published).toBe(1);
    expect(rig.chat.$list.get().chats[0]?.unread_count).toBe(100);
  });

  it('saves caches with a delay and restores them at the next visit of the same user [chat.caches]', async () => {
    const rig = await listed();
    expect(rig.storage.read('chatList')).toBeNull();
    await rig.time.advance(1000);
    expect(rig.storage.read('chatList')).toContain('Scalpers');
    rig.chat.destroy();
    const next = rig.reload();
    next.chat.start();
    expect(next.chat.$list.get().chats).toHaveLength(2);
    next.$user.set({ id: 2 });
    expect(next.chat.$list.get().chats).toHaveLength(0);
    expect(next.storage.read('chatList')).toBeNull();
  });

  it('sends our typing state at once, without repeats, and clears it once [chat.typing-sent]', async () => {
    const rig = await listed();
    const { composer } = rig.chat.thread(7);
    for (const text of ['h', 'he', 'hel', '', '']) composer.setText(text);
    const told = rig.sockets.latest().frames();
    expect(told).toEqual([
      { type: 'WebMeesageTyping', chat_id: 7, user_id: 1, typing: true },
      { type: 'WebMeesageTyping', chat_id: 7, user_id: 1, typing: false },
    ]);
  });
});

describe('file descriptions', () => {
  it.each([
    [null, ''],
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [1536, '1.5 KB'],
    [25 * 1024 * 1024, '25 MB'],
    [1024 * 1024 * 1024 * 1024 * 3, '3072 GB'],
    [Number.NaN, ''],
    [-1, ''],
  ])('formats %j bytes as %j', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text);
  });

  it.each([
    ['a.pdf', 'PDF'],
    ['archive.tar.gz', 'GZ'],
    ['no extension', ''],
    ['.hidden file', ''],
    ['x.a b', ''],
  ])('the extension label of %j is %j', (name, kind) => {
    expect(fileExtension(name)).toBe(kind);
  });
});
