// The delays of chats, one each, with the seconds that a member sees.
import type { Cancel, Clock, Timers } from '../../ports/index.ts';
import { createCountdown } from '../../shared/countdown.ts';

export interface ChatDelays {
  /** `retryAfter` is the server's wait in seconds; null when it gave none. */
  begin(chatId: number, ms: number, retryAfter: number | null): void;
  stop(chatId: number): void;
}

export interface ChatDelaysOptions {
  readonly clock: Clock;
  readonly scheduler: Timers;
  /** Called each second with the seconds left; null when they are unknown or over. */
  readonly onSecond: (chatId: number, seconds: number | null) => void;
  readonly onOver: (chatId: number) => void;
}

export function createChatDelays({ onSecond, onOver, ...ports }: ChatDelaysOptions): ChatDelays {
  const cancels = new Map<number, Cancel>();

  function stop(chatId: number): void {
    cancels.get(chatId)?.();
    cancels.delete(chatId);
  }

  return {
    begin(chatId, ms, retryAfter) {
      stop(chatId);
      const countdown = createCountdown(ports);
      countdown.begin(retryAfter);
      countdown.$secondsLeft.subscribe((left) => onSecond(chatId, left > 0 ? left : null));
      const cancel = ports.scheduler.after(ms, () => {
        stop(chatId);
        onOver(chatId);
      });
      cancels.set(chatId, () => {
        cancel();
        countdown.stop();
      });
    },
    stop,
  };
}
