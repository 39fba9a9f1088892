import type { ServerContext } from '../context.ts';
import { deliverPush } from './deliver-push.ts';
import { followNews } from './follow-news.ts';

const everyMs = 1_000;

/** Tells members, as time passes, what they may be told about. The function returned stops it. */
export function startPush(context: ServerContext): () => Promise<void> {
  const news = followNews(context);
  let round: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    // One round at a time, however long a push service takes.
    round ??= deliverPush(context)
      .catch((error) => context.log.error('push-failed', { error }))
      .finally(() => {
        round = null;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await news.stop();
    await round;
  };
}
