import { isPending, type ThreadItem } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { networkError, type PendingRequest } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';
import { createModelServer } from './model-server.ts';
import { createRig, me, other } from './support.ts';

const outline = ({ id, message, reactions }: Message): string => `${id} ${message} ${reactions?.length}`;

/** A random event; `pick` selects its target. */
const happening = fc.record({
  kind: fc.constantFrom(
    'post',
    'post',
    'send',
    'react',
    'unsend',
    'delete',
    'receipt',
    'hear',
    'hear',
    'hear twice',
    'serve',
    'serve',
    'deliver',
    'deliver',
    'lose answer',
    'lose request',
    'drop',
    'wait',
    'older',
    'frame',
  ),
  pick: fc.nat(1000),
});

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
            const { id } = message.sender;
            if (isUp()) wire.push({ type: 'WebFetchMessage', user_id: id, message, isScroll });
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
        // Sequences that failed in the past.
        examples: [
          [
            [
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'delete', pick: 903 },
              { kind: 'delete', pick: 700 },
              { kind: 'delete', pick: 350 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'older', pick: 0 },
              { kind: 'delete', pick: 213 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
            ],
            3,
          ],
          [
            [
              { kind: 'lose answer', pick: 201 },
              { kind: 'drop', pick: 0 },
              { kind: 'drop', pick: 0 },
              { kind: 'wait', pick: 0 },
              { kind: 'deliver', pick: 163 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'lose answer', pick: 0 },
              { kind: 'drop', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'lose request', pick: 0 },
            ],
            1,
          ],
          [
            [
              { kind: 'lose request', pick: 0 },
              { kind: 'send', pick: 0 },
              { kind: 'deliver', pick: 0 },
              { kind: 'lose answer', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'unsend', pick: 0 },
              { kind: 'unsend', pick: 0 },
              { kind: 'react', pick: 0 },
              { kind: 'unsend', pick: 0 },
              { kind: 'hear twice', pick: 0 },
              { kind: 'drop', pick: 0 },
              { kind: 'send', pick: 0 },
              { kind: 'post', pick: 0 },
            ],
            0,
          ],
          [
            [
              { kind: 'lose answer', pick: 0 },
              { kind: 'deliver', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'drop', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'lose request', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'unsend', pick: 578 },
              { kind: 'hear', pick: 0 },
            ],
            0,
          ],
          [
            [
              { kind: 'deliver', pick: 0 },
              { kind: 'send', pick: 0 },
              { kind: 'deliver', pick: 0 },
              { kind: 'serve', pick: 0 },
              { kind: 'react', pick: 685 },
              { kind: 'drop', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'deliver', pick: 201 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
              { kind: 'post', pick: 0 },
            ],
            0,
          ],
          [
            [
              { kind: 'send', pick: 0 },
              { kind: 'drop', pick: 0 },
              { kind: 'deliver', pick: 21 },
              { kind: 'post', pick: 0 },
              { kind: 'deliver', pick: 383 },
              { kind: 'drop', pick: 0 },
              { kind: 'wait', pick: 0 },
              { kind: 'receipt', pick: 330 },
              { kind: 'post', pick: 0 },
              { kind: 'deliver', pick: 31 },
              { kind: 'older', pick: 0 },
              { kind: 'react', pick: 0 },
              { kind: 'delete', pick: 0 },
              { kind: 'serve', pick: 0 },
              { kind: 'hear', pick: 0 },
              { kind: 'serve', pick: 0 },
              { kind: 'drop', pick: 0 },
              { kind: 'delete', pick: 389 },
            ],
            12,
          ],
        ],
      },
    );
  });
});
