// The projection of messages and chats for a viewer.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type MemberFacts,
  type MessageFacts,
  projectChat,
  projectLastMessage,
  projectMessage,
  receiptsFor,
  type ViewerFacts,
} from '../../../packages/core/src/chat/projection/index.ts';

const SECRET = 'the secret text';
const user = (id: number) => ({ id, first_name: `P${id}`, dp: null });
const image = { id: 'f'.repeat(32), name: 'secret.png', mime: 'image/png', bytes: 9, width: 1, height: 1 };

type File = typeof image;
const message = (changes: Partial<MessageFacts<File>> = {}): MessageFacts<File> => ({
  id: 10,
  chatId: 1,
  sender: user(1),
  type: 'TXT',
  body: SECRET,
  files: [],
  createdAt: new Date(0),
  unsent: false,
  clientId: null,
  replyTo: null,
  forwarded: false,
  reactions: [],
  deliveredAhead: new Set(),
  ...changes,
});
const viewer = (changes: Partial<ViewerFacts> = {}): ViewerFacts => ({
  id: 2,
  blocked: new Set(),
  blockedBy: new Set(),
  muted: new Set(),
  deleted: new Set(),
  ...changes,
});
const member = (userId: number, changes: Partial<MemberFacts> = {}): MemberFacts => ({
  userId,
  deliveredUpto: 0,
  readUpto: 0,
  active: true,
  ...changes,
});
const url = ({ id }: { id: string }) => `/media/${id}`;
const project = (facts: MessageFacts<File>, by: ViewerFacts, members: readonly MemberFacts[] = []) =>
  projectMessage(facts, { viewer: by, mediaUrl: url, receipts: receiptsFor(members, by)(facts) });

describe('projection', () => {
  const someId = fc.integer({ min: 1, max: 6 });
  const ids = fc.uniqueArray(someId).map((list) => new Set(list));
  const anyViewer = fc.record({ id: someId, blocked: ids, blockedBy: ids, muted: ids, deleted: ids });
  const anyMember = fc.record({
    userId: someId,
    deliveredUpto: fc.integer({ min: 0, max: 12 }),
    readUpto: fc.integer({ min: 0, max: 12 }),
    active: fc.boolean(),
  });
  const anyMessage = fc
    .record({
      id: someId,
      sender: someId.map(user),
      unsent: fc.boolean(),
      quoted: fc.boolean(),
      file: fc.boolean(),
    })
    .map(({ quoted, file, ...rest }) => {
      const base = message({ ...rest, files: file ? [image] : [] });
      return { ...base, replyTo: quoted ? message({ id: 3, sender: user(3), unsent: rest.unsent }) : null };
    });

  test('contains no text, file, reaction or quote of an unsent, deleted or blocked message', () => {
    fc.assert(
      fc.property(anyMessage, anyViewer, fc.array(anyMember), (facts, by, members) => {
        const hidden = facts.unsent || by.deleted.has(facts.id) || by.blocked.has(facts.sender.id);
        const wire = project(facts, by, members);
        const text = JSON.stringify(wire);
        if (hidden) {
          expect(text).not.toContain(SECRET);
          expect(text).not.toContain('/media/');
          expect(wire).toMatchObject({ message: '', media: null, reactions: [], reply_to: null });
        } else {
          expect(wire.message).toBe(SECRET);
        }
      }),
    );
  });

  test('hides the deletions of others and the blocks against the viewer [chat.private-marks]', () => {
    fc.assert(
      fc.property(anyMessage, anyViewer, fc.array(anyMember), (facts, by, members) => {
        const wire = project(facts, by, members);
        expect(wire.deleted_list).toEqual(by.deleted.has(facts.id) ? [by.id] : []);
        expect(wire.is_block).toBe(by.blocked.has(facts.sender.id));
        for (const id of wire.read_by) expect(by.blocked.has(id) || by.blockedBy.has(id)).toBe(false);
        expect(wire.read_by).not.toContain(facts.sender.id);
      }),
    );
  });

  test('empties the quote of a hidden message', () => {
    const facts = message({ replyTo: message({ id: 3, sender: user(3), files: [image] }) });
    expect(project(facts, viewer()).reply_to).toMatchObject({ message: SECRET, is_block: false });
    for (const by of [viewer({ blocked: new Set([3]) }), viewer({ deleted: new Set([3]) })]) {
      expect(project(facts, by).reply_to).toMatchObject({ message: '', media: null });
    }
    const unsent = message({ replyTo: message({ id: 3, unsent: true }) });
    expect(project(unsent, viewer()).reply_to).toMatchObject({ message: '', delete_from_everyone: true });
  });

  test('returns one file as an object, several as a list and none as null [chat.media-form]', () => {
    expect(project(message(), viewer()).media).toBeNull();
    expect(project(message({ type: 'IMG', files: [image] }), viewer()).media).toMatchObject({
      file: url(image),
    });
    expect(project(message({ type: 'IMGS', files: [image, image] }), viewer()).media).toHaveLength(2);
  });
});

describe('receipts', () => {
  const sender = viewer({ id: 1 });
  const receiptsOf = (facts: MessageFacts, members: readonly MemberFacts[], by = sender) =>
    receiptsFor([member(1), ...members], by)(facts);

  test('reports delivered when all other active members have fetched, read or received it', () => {
    const facts = message({ deliveredAhead: new Set([4]) });
    const others = [member(2, { deliveredUpto: 10 }), member(3, { readUpto: 10 }), member(4)];
    expect(receiptsOf(facts, others)).toMatchObject({ delivered_to_all: true });
    expect(receiptsOf(facts, [...others, member(5, { deliveredUpto: 9 })])).toMatchObject({
      delivered_to_all: false,
    });
    expect(receiptsOf(facts, [...others, member(5, { active: false })])).toMatchObject({
      delivered_to_all: true,
    });
  });

  test('reports neither delivered nor seen when there is no other active member', () => {
    const lapsed = member(2, { active: false, deliveredUpto: 99, readUpto: 99 });
    for (const members of [[], [lapsed]])
      expect(receiptsOf(message(), members)).toMatchObject({ delivered_to_all: false, seen_by_all: false });
  });

  test('ignores members with a block in either direction in seen by all', () => {
    const members = [member(2, { readUpto: 10 }), member(3)];
    expect(receiptsOf(message(), members).seen_by_all).toBe(false);
    for (const by of [viewer({ id: 1, blocked: new Set([3]) }), viewer({ id: 1, blockedBy: new Set([3]) })])
      expect(receiptsOf(message(), members, by).seen_by_all).toBe(true);
  });

  test('returns at most 20 readers, those who read furthest first', () => {
    const members = Array.from({ length: 50 }, (_, index) => member(index + 2, { readUpto: index }));
    const { read_by } = receiptsOf(message(), members);
    expect(read_by).toEqual(Array.from({ length: 20 }, (_, index) => 51 - index));
  });

  test('returns no receipts for the messages of other members', () => {
    const members = [member(2, { readUpto: 10 }), member(3, { readUpto: 10 })];
    expect(receiptsOf(message(), members, viewer({ id: 2 }))).toEqual({
      delivered_to_all: false,
      seen_by_all: false,
      read_by: [],
      read_count: null,
      delivered_count: null,
    });
  });
});

describe('the chat projection', () => {
  const chat = {
    id: 1,
    type: 'PR' as const,
    name: 'stored',
    image: '/stored.png',
    people: [user(1), user(2)],
    peopleCount: 2,
  };
  const view = { muted: false, unread: 0, last: null };
  const empty = { messages: [], firstMessageId: -1 };

  test('names a personal chat after the other member and uses their image', () => {
    const users = [{ ...user(1), dp: '/one.png' }, user(2)];
    expect(projectChat({ ...chat, people: users }, { view, viewerId: 2, page: empty })).toMatchObject({
      name: 'P1',
      image: '/one.png',
    });
    expect(projectChat({ ...chat, people: users }, { view, viewerId: 1, page: empty })).toMatchObject({
      name: 'P2',
      image: null,
    });
    expect(projectChat({ ...chat, type: 'GR' }, { view, viewerId: 1, page: empty })).toMatchObject({
      name: 'stored',
      image: '/stored.png',
    });
  });

  test.each([
    ['TXT', 'hello', null, 'hello'],
    ['IMG', '', 'a.png', 'Photo'],
    ['IMGS', ' ', 'a.png', 'Photos'],
    ['VID', '', 'a.mp4', 'Video'],
    ['AUD', '', 'voice.webm', 'Voice message'],
    ['PDF', '', 'report.pdf', 'report.pdf'],
    ['DOC', '', 'notes.docx', 'notes.docx'],
    ['TXT', '', 'notes.txt', 'notes.txt'],
    ['IMG', 'look', 'a.png', 'look'],
  ] as const)(
    'last_msg of %s with the text "%s" and the file %s reads "%s"',
    (type, body, fileName, text) => {
      const last = projectLastMessage({ id: 5, type, body, fileName, createdAt: new Date(0) });
      const created_at = '1970-01-01T00:00:00.000Z';
      expect(last).toEqual({ id: 5, message: text, message_type: type, created_at });
    },
  );
});
