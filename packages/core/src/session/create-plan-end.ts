import type { Cancel, Timers } from '../ports/index.ts';

/** Ends a plan whose cached end is over, unless the profile shows that a renewal has moved the end. */
export interface PlanEnd {
  /** Loads the profile; ends the plan after the response, or without one after the limit. */
  confirm(): void;
  /** Whether the last load of `confirm` failed. */
  isUnconfirmed(): boolean;
  cancel(): void;
}

export function createPlanEnd(options: {
  readonly scheduler: Timers;
  /** Milliseconds. */
  readonly limitMs: number;
  readonly load: () => Promise<{ readonly ok: boolean }>;
  readonly end: () => void;
}): PlanEnd {
  const { scheduler, limitMs, load, end } = options;
  let isUnconfirmed = false;
  let cancelLimit: Cancel | null = null;

  function cancel(): void {
    cancelLimit?.();
    cancelLimit = null;
  }

  return {
    confirm() {
      if (cancelLimit !== null) return;
      cancelLimit = scheduler.after(limitMs, end);
      void load().then(({ ok }) => {
        isUnconfirmed = !ok;
        cancel();
        end();
      });
    },
    isUnconfirmed: () => isUnconfirmed,
    cancel,
  };
}
