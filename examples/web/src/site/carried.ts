import type { Notice } from '@openbell/ui/primitives';

/** What one document leaves for the next one of the same tab. */
export interface Carried {
  /** Said just before the page was left: said on the next. */
  readonly notices: readonly Notice[];
  /** An account has just been made: the sign-in page says so. */
  readonly accountCreated: boolean;
}

const KEY = 'carried';
const nothing: Carried = { notices: [], accountCreated: false };

/** Leaves something for the next document. Where nothing can be kept, the next page simply says nothing. */
export function carry(part: Partial<Carried>): void {
  try {
    const before: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.setItem(KEY, JSON.stringify({ ...nothing, ...(before as object), ...part }));
  } catch {
    // Blocked or full storage.
  }
}

/** What the document before this one has left; the next time it is gone. */
export function takeCarried(): Carried {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return readCarried(kept);
  } catch {
    return nothing;
  }
}

/** Storage may hold anything: what is not a notice is left out. */
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
