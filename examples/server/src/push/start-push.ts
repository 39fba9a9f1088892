import type { ServerContext } from '../context.ts';
import { deliverPush } from './deliver-push.ts';
import { queueNotifications } from './queue-notifications.ts';

const intervalMs = 1_000;
const missedEveryMs = 30_000;

/** Starts the delivery of push messages. Returns a function that stops it. */
export function startPush(context: ServerContext): () => Promise<void> {
  const queue = queueNotifications(context);
  let delivery: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    delivery ??= deliverPush(context)
      .catch((error) => context.log.error('push-failed', { error }))
      .finally(() => {
        delivery = null;
      });
  }, intervalMs);
  timer.unref();
  const missedTimer = setInterval(() => queue.queueMissed(), missedEveryMs);
  missedTimer.unref();
  return async () => {
    clearInterval(timer);
    clearInterval(missedTimer);
    await queue.stop();
    await delivery;
  };
}
