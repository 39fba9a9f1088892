// The walks of a pending message, until the server has it or the user discards it.
import { isPending, type PendingMessage } from '@openbell/core/chat';
import { atom, type ReadableAtom } from 'nanostores';
import type { Course, Step, World } from './walk.types.ts';
import { backOnline, offline } from './walks.accounts.ts';

const thread = ({ openbell }: World) => openbell.groupChat.thread(1);
const rows = (world: World) =>
  Array.from({ length: thread(world).$state.get().length + 2 }, (_, index) => thread(world).at(index));
/** A first message, which shows that the server returns `client_id`. The walk follows the next one. */
const firstWords = 'Good morning.';
const pendingOf = (world: World): PendingMessage | undefined =>
  rows(world).find(
    (row): row is PendingMessage => row !== undefined && isPending(row) && row.text !== firstWords,
  );

/** The state of a walk's message: the state of its row, or its final state after the row is removed. */
function $message(world: World): ReadableAtom<{ readonly status: string }> {
  const $state = atom({ status: 'sending' });
  let clientId: string | null = null;
  const update = (): void => {
    const pending = pendingOf(world);
    if (pending !== undefined) {
      clientId = pending.client_id;
      $state.set({ status: pending.state });
    } else if (clientId !== null) {
      const isSent = rows(world).some((row) => row?.client_id === clientId);
      $state.set({ status: isSent ? 'sent' : 'discarded' });
    }
  };
  thread(world).onChange((kind) => {
    // The server's message may replace a removed row.
    if (kind === 'removed') queueMicrotask(update);
    else update();
  });
  return $state;
}

const open: Step = ['open()', (world) => thread(world).open()];
const send: Step = ['send()', (world) => thread(world).send('The bell rang.')];
const onPending = (words: string, work: (world: World, clientId: string) => void): Step => [
  words,
  (world) => {
    const pending = pendingOf(world);
    if (pending !== undefined) work(world, pending.client_id);
  },
];
const retry = onPending('retry()', (world, id) => thread(world).retry(id));
const discard = onPending('discard()', (world, id) => thread(world).discard(id));
const responds = (status: number): Step => [
  `the server responds with ${status}`,
  ({ respondNext }) => respondNext('/web/chat/1', status, { message: 'No.' }),
];
const pass = (seconds: number): Step => ['time passes', ({ time }) => time.advance(seconds * 1_000)];

/** The walks of `chat.outbox`. */
export const outboxWalks: Readonly<Record<string, Course>> = {
  'chat.outbox': {
    store: $message,
    walks: [
      { as: 'subscriber', steps: [open, send] },
      { as: 'subscriber', steps: [open, offline, send, backOnline, pass(30)] },
      { as: 'subscriber', steps: [open, responds(422), send, retry] },
      { as: 'subscriber', steps: [open, responds(422), send, discard] },
      { as: 'subscriber', steps: [open, responds(429), send, pass(3)] },
      { as: 'subscriber', steps: [open, responds(503), send] },
      {
        as: 'subscriber',
        steps: [open, ['send()', (world) => thread(world).send(firstWords)], responds(503), send, pass(3)],
      },
      { as: 'subscriber', steps: [open, offline, send, discard] },
    ],
  },
};
