import { isPending, type ThreadItem } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { networkError, type PendingRequest } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';
import { createModelServer } from './model-server.ts';
import { createRig, me, messageFrame, other } from './support.ts';

const outline = ({ id, message, reactions }: Message): string => `${id} ${message} ${reactions?.length}`;

/** The kinds of events; those that are named twice happen more often. */
const kinds = [
  ...(['post', 'post', 'hear', 'hear', 'serve', 'serve', 'deliver', 'deliver'] as const),
  ...(['send', 'react', 'unsend', 'delete', 'receipt', 'hear twice', 'lose answer'] as const),
  ...(['lose request', 'drop', 'wait', 'older', 'frame'] as const),
] as const;
type Kind = (typeof kinds)[number];
/** A random event; `pick` selects its target. */
const happening = fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(1000) });

/** Happenings by their kinds, each with its pick if that is not 0. */
const happeningsOf = (text: string) =>
  text.split('; ').map((one) => {
    const [, kind = '', pick = 0] = /^(\D+?)(?: (\d+))?$/.exec(one) ?? [];
    return { kind: kind as Kind, pick: Number(pick) };
  });

/** Sequences that failed in the past, with the number of old messages. */
const formerFailures: Readonly<Record<string, number>> = {
  'post; post; post; delete 903; delete 700; delete 350; post; post; older; delete 213; post; post; post; post; post; post; post': 3,
  'lose answer 201; drop; drop; wait; deliver 163; post; post; post; post; post; post; lose answer; drop; post; lose request': 1,
  'lose request; send; deliver; lose answer; post; post; unsend; unsend; react; unsend; hear twice; drop; send; post': 0,
  'lose answer; deliver; post; post; post; drop; post; post; lose request; post; unsend 578; hear': 0,
  'deliver; send; deliver; serve; react 685; drop; post; post; post; deliver 201; post; post; post; post': 0,
  'send; drop; deliver 21; post; deliver 383; drop; wait; receipt 330; post; deliver 31; older; react; delete; serve; hear; serve; drop; delete 389': 12,
};

describe('chat: random sequences of events', () => {
  it("the thread, and a view built from change events only, end up equal to the server's messages [chat.thread-property] [chat.index-changes]", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 10, maxLength: 60 }),
        fc.nat(12),
        async (happenings, older) => {
          const server = createModelServer({ pageSize: 4, knowsClientId: true });
          for (let i = 0; i < older; i += 1) server.post(i % 2 === 0 ? other : me, `old ${i}`);
          const rig = createRig();
          const thread = rig.chat.thread(7);
          rig.chat.start();
          thread.open();
          thread.setView({ firstId: null, isAtEnd: true });
          /** A view that is updated only by change events. */
          const mirror: ThreadItem[] = [];
          thread.onChange((kind, index, count) => {
            const now = Array.from({ length: count }, (_, i) => thread.at(index + i) as ThreadItem);
            if (kind === 'added') mirror.splice(index, 0, ...now);
            else if (kind === 'changed') mirror.splice(index, count, ...now);
            else mirror.splice(index, count);
          });
          /** Pending frames in order; lost with the connection. */
          let wire: unknown[] = [];
          const served = new Map<PendingRequest, ReturnType<typeof server.respond>>();
          const sent: string[] = [];
          const isUp = (): boolean => rig.sockets.connections.at(-1)?.isOpen === true;
          const emit = (message: Message, isScroll: boolean): void => {
            if (isUp()) wire.push(messageFrame(message, isScroll));
          };
          const serve = (request: PendingRequest): void => {
            if (served.has(request)) return;
            const before = server.messages().length;
            served.set(request, server.respond(request));
            const created = server.messages().at(-1);
            if (server.messages().length > before && created !== undefined) emit(created, true);
          };
          const choose = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length];

          for (const { kind, pick } of happenings) {
            const waiting = rig.api.waiting();
            const target = choose(server.messages(), pick);
            if (kind === 'post') emit(server.post(other, `post ${pick}`), true);
            else if (kind === 'send') {
              const text = `mine ${sent.length}`;
              sent.push(text);
              thread.send(text);
            } else if (kind === 'react' && target?.delete_from_everyone === false) {
              const reactions = pick % 3 === 0 ? [] : [{ emoji: '👍', user: { id: 2, first_name: 'Grace' } }];
              emit(server.change(target.id, { reactions }), false);
            } else if (kind === 'unsend' && target !== undefined) {
              emit(
                server.change(target.id, { delete_from_everyone: true, message: '', reactions: [] }),
                false,
              );
            } else if (kind === 'delete' && target !== undefined) {
              emit(server.change(target.id, { deleted_list: [me.id] }), false);
            } else if (kind === 'receipt' && target !== undefined) {
              server.change(target.id, { delivered_to_all: true, seen_by_all: true });
              if (isUp()) wire.push({ type: 'ReadByAll', chat: { id: 7, message_ids: [target.id] } });
            } else if (kind === 'hear' || kind === 'hear twice') {
              const frame = wire.shift();
              if (frame !== undefined && isUp()) {
                rig.sockets.latest().deliver(frame);
                if (kind === 'hear twice') rig.sockets.latest().deliver(frame);
              }
            } else if (kind === 'serve') {
              const request = choose(waiting, pick);
              if (request !== undefined) serve(request);
            } else if (kind === 'deliver' || kind === 'lose answer' || kind === 'lose request') {
              const request = choose(waiting, pick);
              if (request === undefined) continue;
              if (kind !== 'lose request') serve(request);
              await request.respond(
                kind === 'deliver' ? (served.get(request) ?? networkError()) : networkError(),
              );
            } else if (kind === 'drop') {
              if (isUp()) rig.sockets.latest().drop();
              else rig.sockets.connections.at(-1)?.accept();
              wire = [];
            } else if (kind === 'wait') await rig.time.advance(3000);
            else if (kind === 'older') void thread.loadOlder();
            else await rig.time.frame();
          }

          // Finally the connection is open, and every response and frame arrives.
          for (let round = 0; round < 60; round += 1) {
            if (!isUp()) rig.sockets.connections.at(-1)?.accept();
            for (const frame of wire.splice(0)) rig.sockets.latest().deliver(frame);
            for (const request of rig.api.waiting()) {
              serve(request);
              await request.respond(served.get(request) ?? networkError());
            }
            thread.setView({ firstId: (thread.at(0) as Message | undefined)?.id ?? null, isAtEnd: true });
            if (thread.$state.get().hasOlder) void thread.loadOlder();
            // The first posts may have failed before the client knew that the server supports client_id.
            for (let i = 0, item = thread.at(0); item !== undefined; i += 1, item = thread.at(i)) {
              if (isPending(item) && item.state === 'failed') thread.retry(item.client_id);
            }
            await rig.time.frame();
            await rig.time.advance(1000);
          }

          const shown: Message[] = [];
          for (let i = 0; thread.at(i) !== undefined; i += 1) shown.push(thread.at(i) as Message);
          const stored = server.messages().filter((one) => !one.deleted_list.includes(me.id));
          expect(shown.map(outline)).toEqual(stored.map(outline));
          expect(mirror).toEqual(shown);
          expect(shown).toEqual(stored);
          const mine = server.messages().filter((one) => one.client_id !== null);
          // Exactly once each, including messages that were unsent or deleted.
          expect(mine).toHaveLength(sent.length);
          expect(new Set(mine.map((one) => one.client_id)).size).toBe(sent.length);
          rig.chat.destroy();
          rig.realtime.destroy();
        },
      ),
      {
        numRuns: propertyCases(400),
        examples: Object.entries(formerFailures).map(([text, older]) => [happeningsOf(text), older]),
      },
    );
  });
});
