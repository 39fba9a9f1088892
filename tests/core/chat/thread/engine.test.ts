import { createThread, type Thread } from '@openbell/core/chat';
import { describe, expect, it } from 'vitest';
import { me, message, quoteOf } from '../support.ts';

type Change = [kind: string, index: number, count: number];

function open(viewerId = me.id): { thread: Thread; changes: Change[] } {
  const changes: Change[] = [];
  const thread = createThread({ chatId: 7, viewerId, onChange: (...change) => void changes.push(change) });
  return { thread, changes };
}

const ids = (thread: Thread): number[] =>
  Array.from({ length: thread.storedLength }, (_, i) => (thread.at(i) as { id: number }).id);

describe('thread: order and identity', () => {
  it('sorts messages by id when they arrive in any order [chat.order]', () => {
    const { thread } = open();
    for (const id of [5, 3, 9, 4, 9, 3]) thread.upsert(message(id));
    expect(ids(thread)).toEqual([3, 4, 5, 9]);
    expect(thread.indexOf(5)).toBe(2);
    expect(thread.get(4)?.id).toBe(4);
    expect(thread.indexOf(6)).toBe(-1);
  });

  it('reports the index of each addition, change and removal, and nothing without a difference [chat.index-changes]', () => {
    const { thread, changes } = open();
    thread.upsert(message(1));
    thread.upsert(message(3));
    thread.upsert(message(2));
    expect(thread.upsert(message(2))).toBe(false);
    thread.upsert(message(1, { message: 'edited' }));
    thread.upsert(message(3, { deleted_list: [me.id] }));
    expect(changes).toEqual([
      ['added', 0, 1],
      ['added', 1, 1],
      ['added', 1, 1],
      ['changed', 0, 1],
      ['removed', 2, 1],
    ]);
  });

  it('reports a page as one run of rows', () => {
    const { thread, changes } = open();
    thread.mergePage({ messages: [4, 5, 6].map((id) => message(id)), first_message_id: 4 });
    thread.mergePage({ messages: [1, 2, 3].map((id) => message(id)), first_message_id: -1, before: 4 });
    expect(changes).toEqual([
      ['added', 0, 3],
      ['added', 0, 3],
    ]);
    expect(thread.hasOlder).toBe(false);
  });

  it('hides messages deleted for the viewer, even when a late page contains them [chat.deleted-hidden]', () => {
    const { thread } = open();
    thread.mergePage({ messages: [1, 2].map((id) => message(id)), first_message_id: -1 });
    thread.upsert(message(2, { deleted_list: [me.id] }));
    thread.mergePage({ messages: [1, 2].map((id) => message(id)), first_message_id: -1 });
    expect(ids(thread)).toEqual([1]);
  });

  it('keeps an unsent message and its quotes empty [chat.unsent-empty]', () => {
    const { thread } = open();
    thread.upsert(message(1));
    thread.upsert(message(2, { reply_to: quoteOf(message(1)) }));
    thread.upsert(message(1, { delete_from_everyone: true }));
    thread.upsert(message(1));
    expect(thread.get(1)).toMatchObject({ message: '', delete_from_everyone: true });
    expect(thread.get(2)?.reply_to).toMatchObject({ message: '', delete_from_everyone: true });
  });
});

describe('thread: late responses', () => {
  it('a response does not overwrite live changes received after its request [chat.late-response]', () => {
    const { thread } = open();
    thread.upsert(message(1));
    const ticket = thread.beginRequest();
    const loved = [{ emoji: '👍', user: { id: 2, first_name: 'Grace' } }];
    thread.upsert(message(1, { reactions: loved }));
    thread.mergePage({ messages: [message(1)], first_message_id: -1 }, ticket);
    thread.endRequest(ticket);
    expect(thread.get(1)?.reactions).toEqual(loved);
  });

  it('a response updates messages without newer live changes', () => {
    const { thread } = open();
    thread.upsert(message(1));
    const ticket = thread.beginRequest();
    thread.mergePage({ messages: [message(1, { message: 'newer' })], first_message_id: -1 }, ticket);
    expect(thread.get(1)?.message).toBe('newer');
  });

  it('applies receipts that arrive before their message, and never moves ticks back [chat.ticks-forward]', () => {
    const { thread } = open();
    thread.markSeen([1]);
    thread.upsert(message(1));
    thread.markDelivered([1]);
    thread.upsert(message(1));
    expect(thread.get(1)).toMatchObject({ delivered_to_all: true, seen_by_all: true });
  });
});

describe('thread: gaps between pages', () => {
  it('marks a gap after a lost connection, and closes it when the pages join [chat.gap]', () => {
    const { thread } = open();
    thread.mergePage({ messages: [1, 2].map((id) => message(id)), first_message_id: -1 });
    thread.markBreak();
    thread.upsert(message(6));
    expect(thread.breakAt).toBe(2);
    expect(thread.gapBefore).toBe(6);
    thread.mergePage({ messages: [5, 6].map((id) => message(id)), first_message_id: 5, after: 2 });
    expect(thread.breakAt).toBeNull();
    expect(thread.gapBefore).toBe(5);
    thread.mergePage({ messages: [3, 4].map((id) => message(id)), first_message_id: 3, before: 5 });
    expect(thread.gapBefore).toBe(3);
    thread.mergePage({ messages: [1, 2].map((id) => message(id)), first_message_id: -1, before: 3 });
    expect(thread.gapBefore).toBeNull();
    expect(ids(thread)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('drops messages before a gap on request, and can load them again', () => {
    const { thread, changes } = open();
    thread.mergePage({ messages: [1, 2].map((id) => message(id)), first_message_id: -1 });
    thread.mergePage({ messages: [8, 9].map((id) => message(id)), first_message_id: 8 });
    expect(thread.gapBefore).toBe(8);
    thread.dropBefore(8);
    expect(ids(thread)).toEqual([8, 9]);
    expect(thread.hasOlder).toBe(true);
    expect(thread.gapBefore).toBeNull();
    expect(changes.at(-1)).toEqual(['removed', 0, 2]);
    // It was requested before: messages between it and 8 may be missing.
    thread.mergePage({ messages: [1, 2].map((id) => message(id)), first_message_id: -1, before: 3 });
    expect(ids(thread)).toEqual([8, 9]);
    expect(thread.hasOlder).toBe(true);
    thread.mergePage({ messages: [6, 7].map((id) => message(id)), first_message_id: 6, before: 8 });
    expect(ids(thread)).toEqual([6, 7, 8, 9]);
  });

  it('joins the page before a first message that the viewer has deleted', () => {
    const { thread } = open();
    thread.mergePage({ messages: [8, 9].map((id) => message(id)), first_message_id: 8 });
    thread.upsert(message(8, { deleted_list: [me.id] }));
    thread.mergePage({ messages: [6, 7].map((id) => message(id)), first_message_id: 6, before: 8 });
    expect(ids(thread)).toEqual([6, 7, 9]);
    expect(thread.gapBefore).toBeNull();
  });
});

describe('thread: pending messages', () => {
  const pending = {
    client_id: 'a',
    chat_id: 7,
    text: 'hello',
    reply_to: null,
    mention_for: [],
    files: [],
    progress: null,
    retryIn: null,
    created_at: '2026-11-21T12:00:00.000Z',
    state: 'sending',
    error: null,
    reason: null,
  } as const;

  it('are shown last, and replaced once by the message with the same client_id', () => {
    const { thread, changes } = open();
    thread.upsert(message(1));
    thread.putPending(pending);
    thread.upsert(message(2));
    expect(thread.at(2)).toBe(pending);
    thread.upsert(message(3, { client_id: 'a', sender: me }));
    thread.upsert(message(3, { client_id: 'a', sender: me }));
    expect(thread.length).toBe(3);
    expect(changes.slice(-2)).toEqual([
      ['removed', 2, 1],
      ['added', 2, 1],
    ]);
  });
});
