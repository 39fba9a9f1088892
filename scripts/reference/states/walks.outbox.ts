// The walks of a message on its way, from the moment it is written until the server has it or the person takes it back.
import { isPending, type PendingMessage } from '@openbell/core/chat';
import { atom, type ReadableAtom } from 'nanostores';
import type { Course, Step, World } from './walk.types.ts';
import { backOnline, offline } from './walks.accounts.ts';

const thread = ({ openbell }: World) => openbell.groupChat.thread(1);
const rows = (world: World) =>
  Array.from({ length: thread(world).$state.get().length + 2 }, (_, index) => thread(world).at(index));
/** What is written before the message that is followed, so that the server is known by then. */
const firstWords = 'Good morning.';
const pendingOf = (world: World): PendingMessage | undefined =>
  rows(world).find(
    (row): row is PendingMessage => row !== undefined && isPending(row) && row.text !== firstWords,
  );

/** How the one message of a walk stands: its row's state, and what has become of it once that row is gone. */
function $message(world: World): ReadableAtom<{ readonly status: string }> {
  const $state = atom({ status: 'sending' });
  let clientId: string | null = null;
  const look = (): void => {
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
    // Where a row goes, the server's may come in its place.
    if (kind === 'removed') queueMicrotask(look);
    else look();
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
const answers = (status: number): Step => [
  `the server answers ${status}`,
  ({ answerNext }) => answerNext('/web/chat/1', status, { message: 'No.' }),
];
const pass = (seconds: number): Step => ['time passes', ({ time }) => time.advance(seconds * 1_000)];

/** `chat.outbox`: what storage keeps until the server has it. */
export const outboxWalks: Readonly<Record<string, Course>> = {
  'chat.outbox': {
    store: $message,
    walks: [
      { as: 'subscriber', steps: [open, send] },
      { as: 'subscriber', steps: [open, offline, send, backOnline, pass(30)] },
      { as: 'subscriber', steps: [open, answers(422), send, retry] },
      { as: 'subscriber', steps: [open, answers(422), send, discard] },
      { as: 'subscriber', steps: [open, answers(429), send, pass(3)] },
      { as: 'subscriber', steps: [open, answers(503), send] },
      {
        as: 'subscriber',
        steps: [open, ['send()', (world) => thread(world).send(firstWords)], answers(503), send, pass(3)],
      },
      { as: 'subscriber', steps: [open, offline, send, discard] },
    ],
  },
};
