// What a person chose about alerts: one key, read leniently.
import * as v from 'valibot';
import type { KeyValueStorage } from '../ports/index.ts';

/** In the session's closed list of keys: it survives a 401 and ends with log-out. */
const ALERTS_KEY = 'flashAlerts';

/** What is asked for; whether the browser allows it is another matter. */
export interface FlashAlertChoice {
  readonly sound: boolean;
  readonly notify: boolean;
  /** Dollars of premium that a trade must be over. */
  readonly leastPremium: number;
}

/** Both off; a million dollars once one is turned on. */
export const noAlerts: FlashAlertChoice = { sound: false, notify: false, leastPremium: 1_000_000 };

export type AlertStorage = Pick<KeyValueStorage, 'read' | 'write'>;

const choiceSchema = v.object({
  version: v.literal(1),
  sound: v.fallback(v.boolean(), false),
  notify: v.fallback(v.boolean(), false),
  leastPremium: v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), noAlerts.leastPremium),
});

/** Garbage, and what another version wrote, reads as nothing chosen. */
export function readAlertChoice(storage: AlertStorage): FlashAlertChoice {
  const text = storage.read(ALERTS_KEY);
  if (text === null || text.length > 1_000) return noAlerts;
  try {
    const read = v.safeParse(choiceSchema, JSON.parse(text));
    if (!read.success) return noAlerts;
    const { sound, notify, leastPremium } = read.output;
    return { sound, notify, leastPremium };
  } catch {
    return noAlerts;
  }
}

export function writeAlertChoice(
  storage: AlertStorage,
  { sound, notify, leastPremium }: FlashAlertChoice,
): void {
  storage.write(ALERTS_KEY, JSON.stringify({ version: 1, sound, notify, leastPremium }));
}
