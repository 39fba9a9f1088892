import * as v from 'valibot';
import type { KeyValueStorage } from '../ports/index.ts';
import { readStored } from '../shared/json-storage.ts';

/** One of the session's keys: kept after a 401, cleared at log-out. */
const ALERTS_KEY = 'flashAlerts';

/** The member's choice; the browser may still deny notifications. */
export interface FlashAlertChoice {
  readonly sound: boolean;
  readonly notify: boolean;
  /** Alerts are for trades of more premium than this, in dollars. */
  readonly leastPremium: number;
}

/** The default choice. */
export const noAlerts: FlashAlertChoice = { sound: false, notify: false, leastPremium: 1_000_000 };

export type AlertStorage = Pick<KeyValueStorage, 'read' | 'write'>;

const choiceSchema = v.object({
  version: v.literal(1),
  sound: v.fallback(v.boolean(), false),
  notify: v.fallback(v.boolean(), false),
  leastPremium: v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), noAlerts.leastPremium),
});

/** Reads the stored choice; the default when it is invalid or of another version. */
export function readAlertChoice(storage: AlertStorage): FlashAlertChoice {
  const stored = readStored(storage.read(ALERTS_KEY), choiceSchema, 1_000);
  if (stored === null) return noAlerts;
  const { version: _, ...choice } = stored;
  return choice;
}

export function writeAlertChoice(
  storage: AlertStorage,
  { sound, notify, leastPremium }: FlashAlertChoice,
): void {
  storage.write(ALERTS_KEY, JSON.stringify({ version: 1, sound, notify, leastPremium }));
}
