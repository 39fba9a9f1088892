import type { ServerContext } from '../context.ts';
import type { PushAbout } from '../db/schema/push.ts';
import { deliverPush } from './deliver-push.ts';
import { notifyMembers } from './notify-members.ts';

const everyMs = 1_000;

/** Listens for what members are told about, and tells them. The function returned stops it. */
export function startPush(context: ServerContext): () => Promise<void> {
  const { db, clock, bus, log } = context;
  let running: Promise<unknown> = Promise.resolve();
  const run = (work: () => Promise<unknown>) => {
    running = running.then(work).catch((error) => log.error('push-failed', { error }));
  };
  const note = (about: PushAbout) => run(() => notifyMembers(db, about, clock.now()));
  const stops = [
    bus.subscribe('message-changed', ({ chatId, messageId, isNew }) => {
      if (isNew) note({ kind: 'message', chatId, messageId });
    }),
    bus.subscribe('alert-published', ({ alertId }) => note({ kind: 'alert', alertId })),
  ];
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    run(async () => {
      try {
        await deliverPush(context);
      } finally {
        busy = false;
      }
    });
  }, everyMs);
  timer.unref();
  return async () => {
    for (const stop of stops) stop();
    clearInterval(timer);
    await running;
  };
}
