import type { Notice } from '@openbell/ui/primitives';

/** Data that a document passes to the next one of the same tab. */
export interface PassedData {
  /** Notices shown just before leaving, to be shown again. */
  readonly notices: readonly Notice[];
  /** Whether an account was just created; the sign-in page says so. */
  readonly accountCreated: boolean;
}

const KEY = 'carried';
const empty: PassedData = { notices: [], accountCreated: false };

/** Stores data for the next document. Returns false when storage is blocked or full. */
export function passToNextDocument(part: Partial<PassedData>): boolean {
  try {
    const before: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.setItem(KEY, JSON.stringify({ ...empty, ...(before as object), ...part }));
    return true;
  } catch {
    return false;
  }
}

/** Returns and removes the data of the previous document. */
export function takePassedData(): PassedData {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return readPassedData(stored);
  } catch {
    return empty;
  }
}

/** Storage is untrusted: invalid notices are ignored. */
function readPassedData(stored: unknown): PassedData {
  if (typeof stored !== 'object' || stored === null) return empty;
  const { notices, accountCreated } = stored as { notices?: unknown; accountCreated?: unknown };
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
