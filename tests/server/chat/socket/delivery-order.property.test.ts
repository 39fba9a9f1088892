// The order of deliveries for random posts, changes, lost and repeated events, and connections.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { propertyCases } from '../../../support/property-cases.ts';
import { engines } from '../../../support/test-server.ts';
import { connect, sharedWorld, storeText, type TestSocket, type TestUser } from '../support.ts';

type Step =
  | { readonly kind: 'post' | 'lost-event' | 'open'; readonly by: number }
  | { readonly kind: 'react' | 'unsend' | 'repeat-event'; readonly by: number; readonly of: number }
  | { readonly kind: 'close'; readonly of: number }
  | { readonly kind: 'wait' };

const member = fc.nat(2);
const any = fc.nat(99);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('post' as const), by: member }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lost-event' as const), by: member }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), by: member }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('react' as const), by: member, of: any }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unsend' as const), by: member, of: any }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat-event' as const), by: member, of: any }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), of: any }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'wait' } as const) },
);

const isNew = (frame: TestSocket['frames'][number]) => String(frame.isScroll) === 'true';
const messageIdOf = (frame: TestSocket['frames'][number]): number => Number(frame.message?.id ?? frame.id);

describe.each(engines)('deliveries on %s', (engine) => {
  let members: readonly TestUser[];
  const world = sharedWorld({ engine, config: { rateLimits: false } });
  beforeAll(async () => {
    members = await Promise.all(['Ann', 'Bob', 'Cy'].map((name) => world.user(name)));
  });

  const open = (user: TestUser | undefined, protocols: readonly string[]) =>
    connect(world.url, user?.token ?? '', protocols);

  test('have each message once, in the order of the ids, and before its changes', async () => {
    const { bus } = world.server.context;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
        const chatId = await world.chat('GR', 'Order', members);
        const memberOf = (index: number) => members[index] as TestUser;
        /** The ids that are known to be stored. */
        const ids: number[] = [];
        const live: TestSocket[] = await Promise.all([
          open(members[0], []),
          open(members[1], ['openbell.v1+patch']),
        ]);
        /** They receive all messages, because they were open before the first one. */
        const early = [...live];
        const closed: TestSocket[] = [];
        let pending: Promise<unknown>[] = [];

        const perform = async (step: Step): Promise<void> => {
          switch (step.kind) {
            case 'post':
              ids.push(await world.tell(memberOf(step.by), chatId, 'hello'));
              return;
            case 'lost-event':
              ids.push(await storeText(world, { chatId, senderId: memberOf(step.by).id, body: 'lost' }));
              return;
            case 'open':
              live.push(await open(members[step.by], step.by === 1 ? ['openbell.v1+patch'] : []));
              return;
            case 'close': {
              const [socket] = live.length > 1 ? live.splice(step.of % live.length, 1) : [];
              if (socket === undefined) return;
              closed.push(socket);
              socket.ws.terminate();
              return;
            }
            case 'wait':
              return;
            default: {
              const messageId = ids[step.of % Math.max(1, ids.length)];
              if (messageId === undefined) return;
              const user = memberOf(step.by);
              if (step.kind === 'react') await world.act(user, messageId, 'react', { emoji: '👍' });
              if (step.kind === 'unsend') await world.act(user, messageId, 'unsend');
              if (step.kind === 'repeat-event') {
                const detail = { chatId, messageId, actorId: user.id, isNew: step.of % 2 === 0 };
                bus.publish({ type: 'message-changed', detail });
              }
            }
          }
        };
        for (const step of steps) {
          pending.push(perform(step));
          if (step.kind === 'wait') {
            await Promise.all(pending);
            pending = [];
          }
        }
        await Promise.all(pending);
        const last = await world.tell(memberOf(0), chatId, 'last');
        ids.push(last);
        await Promise.all(live.map((socket) => socket.next((frame) => messageIdOf(frame) === last)));

        const stored = ids.toSorted((a, b) => a - b);
        for (const socket of [...live, ...closed]) {
          const sent = socket.frames.filter(isNew).map(messageIdOf);
          const first = early.includes(socket) ? 0 : stored.indexOf(sent[0] ?? last);
          expect(sent).toEqual(stored.slice(first, first + sent.length));
          if (live.includes(socket)) expect(sent.at(-1)).toBe(last);
          for (const id of sent) {
            const frames = socket.frames.filter((frame) => messageIdOf(frame) === id);
            expect(isNew(frames[0] as TestSocket['frames'][number])).toBe(true);
          }
          socket.ws.terminate();
        }
        await Promise.all([...live, ...closed].map(({ closed }) => closed));
      }),
      { numRuns: propertyCases(8, 40) },
    );
  });
});
