import type { ServerContext } from '../context.ts';
import type { PushAbout } from '../db/schema/push.ts';
import { notifyMembers } from './notify-members.ts';

/** Stores the subjects of notifications from bus events. */
export interface NewsFollower {
  /** Resolves when all received events are stored. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function followNews({
  db,
  clock,
  bus,
  log,
}: Pick<ServerContext, 'db' | 'clock' | 'bus' | 'log'>): NewsFollower {
  let running: Promise<void> = Promise.resolve();
  const note = (about: PushAbout): void => {
    running = running
      .then(() => notifyMembers(db, about, clock.now()))
      .catch((error) => log.error('push-news-lost', { error, about }));
  };
  const stops = [
    bus.subscribe('message-changed', ({ chatId, messageId, isNew }) => {
      if (isNew) note({ kind: 'message', chatId, messageId });
    }),
    bus.subscribe('alert-created', ({ alertId }) => note({ kind: 'alert', alertId })),
  ];
  const idle = (): Promise<void> => running;
  return {
    idle,
    stop() {
      for (const stop of stops) stop();
      return idle();
    },
  };
}
