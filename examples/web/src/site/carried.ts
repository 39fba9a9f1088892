import type { Notice } from '@openbell/ui/primitives';

/** Data that a document passes to the next one of the same tab. */
export interface Carried {
  /** Notices shown just before leaving, to be shown again. */
  readonly notices: readonly Notice[];
  /** Whether an account was just created; the sign-in page says so. */
  readonly accountCreated: boolean;
}

const KEY = 'carried';
const nothing: Carried = { notices: [], accountCreated: false };

/** Stores data for the next document. Without storage the next page shows nothing. */
export function carry(part: Partial<Carried>): void {
  try {
    const before: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.setItem(KEY, JSON.stringify({ ...nothing, ...(before as object), ...part }));
  } catch {
    // Blocked or full storage.
  }
}

/** Returns and removes the data of the previous document. */
export function takeCarried(): Carried {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return readCarried(kept);
  } catch {
    return nothing;
  }
}

/** Storage is untrusted: invalid notices are ignored. */
function readCarried(kept: unknown): Carried {
  if (typeof kept !== 'object' || kept === null) return nothing;
  const { notices, accountCreated } = kept as { notices?: unknown; accountCreated?: unknown };
  return {
    notices: Array.isArray(notices) ? notices.filter(isNotice) : [],
    accountCreated: accountCreated === true,
  };
}

function isNotice(value: unknown): value is Notice {
  if (typeof value !== 'object' || value === null) return false;
  const { level, text, about } = value as { level?: unknown; text?: unknown; about?: unknown };
  return (
    ['alert', 'error', 'success', 'info'].includes(String(level)) &&
    typeof text === 'string' &&
    (about === undefined || typeof about === 'string')
  );
}
