import type { ServerContext } from '../context.ts';
import { deliverPush } from './deliver-push.ts';
import { followNews } from './follow-news.ts';

const everyMs = 1_000;

/** Starts the delivery of push messages. Returns a function that stops it. */
export function startPush(context: ServerContext): () => Promise<void> {
  const news = followNews(context);
  let round: Promise<unknown> | null = null;
  const timer = setInterval(() => {
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
