import { createThread, type RowsSnapshot, type ThreadItem } from '@openbell/core/chat';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyCases } from '../../../support/property-cases.ts';
import { message } from '../support.ts';

const pending = (clientId: string, text: string) => ({
  client_id: clientId,
  chat_id: 7,
  text,
  created_at: '2026-11-20T10:00:00Z',
  reply_to: null,
  mention_for: [],
  files: [],
  state: 'sending' as const,
  progress: null,
  error: null,
  reason: null,
  retryIn: null,
});
const rowsOf = (snapshot: RowsSnapshot): readonly (ThreadItem | undefined)[] =>
  Array.from({ length: snapshot.length + 1 }, (_, index) => snapshot.at(index));

const change = fc.record({
  kind: fc.constantFrom(
    'post',
    'late',
    'edit',
    'unsend',
    'hide',
    'page',
    'seen',
    'pending',
    'confirm',
    'drop',
  ),
  id: fc.integer({ min: 1, max: 40 }),
  isRead: fc.boolean(),
});

/** Applies a random change to a thread of the user 1. */
function apply(thread: ReturnType<typeof createThread>, { kind, id }: { kind: string; id: number }): void {
  const known = thread.get(id) ?? message(id);
  const newest = thread.newestId() ?? 0;
  if (kind === 'post') thread.upsert(message(newest + 1, { reply_to: null }));
  else if (kind === 'late') thread.upsert(message(id));
  else if (kind === 'edit') thread.upsert({ ...known, message: `${known.message}.` });
  else if (kind === 'unsend') thread.upsert({ ...known, delete_from_everyone: true });
  else if (kind === 'hide') thread.upsert({ ...known, deleted_list: [1] });
  else if (kind === 'seen') thread.markSeen([id]);
  else if (kind === 'pending') thread.putPending(pending(`c${id}`, `text ${newest}`));
  else if (kind === 'confirm') thread.upsert(message(newest + 1, { client_id: `c${id}` }));
  else if (kind === 'drop') thread.dropBefore(id);
  else thread.mergePage({ messages: [id, id + 1, id + 2].map((of) => message(of)), first_message_id: id });
}

describe('snapshots of rows', () => {
  test('a snapshot shows the rows of its revision after any later changes [chat.snapshots]', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const thread = createThread({ chatId: 7, viewerId: 1 });
        const taken: { snapshot: RowsSnapshot; rows: readonly (ThreadItem | undefined)[] }[] = [];
        for (const next of changes) {
          apply(thread, next);
          if (!next.isRead) continue;
          const snapshot = thread.snapshot();
          const rows = Array.from({ length: thread.length + 1 }, (_, index) => thread.at(index));
          expect(snapshot.length).toBe(thread.length);
          taken.push({ snapshot, rows });
        }
        for (const { snapshot, rows } of taken) {
          const shown = rowsOf(snapshot);
          expect(shown.length).toBe(rows.length);
          expect(shown.every((row, index) => row === rows[index])).toBe(true);
          for (const [index, row] of rows.entries())
            if (row !== undefined && !('state' in row)) expect(snapshot.indexOf(row.id)).toBe(index);
        }
      }),
      { numRuns: propertyCases(300) },
    );
  });

  test('returns the same snapshot until a row changes, and copies no rows [chat.snapshots]', () => {
    const thread = createThread({ chatId: 7, viewerId: 1 });
    thread.upsert(message(1));
    const first = thread.snapshot();
    expect(thread.snapshot()).toBe(first);
    thread.upsert(message(1));
    expect(thread.snapshot()).toBe(first);
    thread.upsert(message(1, { message: 'edited' }));
    const second = thread.snapshot();
    expect([first, second].map((snapshot) => (snapshot.at(0) as { message: string }).message)).toEqual([
      message(1).message,
      'edited',
    ]);
    expect([second.indexOf(1), second.indexOf(2), second.at(-1), second.at(1)]).toEqual([
      0,
      -1,
      undefined,
      undefined,
    ]);
  });
});
