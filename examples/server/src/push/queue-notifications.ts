import type { ServerContext } from '../context.ts';
import type { PushAbout } from '../db/schema/push.ts';
import { queueMissedNotifications, queueNotification } from './queue-notification.ts';

/** Queues notifications for bus events. */
export interface NotificationQueue {
  /** Queues stored events too whose queuing failed, or whose process stopped first. */
  queueMissed(): void;
  /** Resolves when the received events are stored. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function queueNotifications({
  db,
  clock,
  bus,
  log,
}: Pick<ServerContext, 'db' | 'clock' | 'bus' | 'log'>): NotificationQueue {
  let running: Promise<void> = Promise.resolve();
  const queue = (about: PushAbout, eventId: number): void => {
    running = running
      .then(() => queueNotification(db, about, { eventId, now: clock.now() }))
      .catch((error) => log.error('push-event-not-queued', { error, about }));
  };
  const stops = [
    bus.subscribe('message-changed', ({ chatId, messageId, isNew }, eventId) => {
      if (isNew) queue({ kind: 'message', chatId, messageId }, eventId);
    }),
    bus.subscribe('alert-created', ({ alertId }, eventId) => queue({ kind: 'alert', alertId }, eventId)),
  ];
  return {
    queueMissed() {
      running = running
        .then(() => queueMissedNotifications(db, clock.now()))
        .catch((error) => log.error('push-events-not-queued', { error }));
    },
    idle: () => running,
    stop() {
      for (const stop of stops) stop();
      return running;
    },
  };
}
