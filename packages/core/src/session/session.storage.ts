import { type User, userSchema } from '../contract/index.ts';
import type { KeyValueStorage } from '../ports/index.ts';
import { readStored } from '../shared/json-storage.ts';
import type { SessionCache, SessionOptions } from './session.types.ts';

/** Key of the theme, which is never cleared. */
const THEME_KEY = 'persist:root';
/** Keys of the chat caches. */
export const CACHE_KEYS: readonly string[] = ['chats', 'personal_chats', 'chatList', 'personal_chatList'];
/** Keys that survive an expired session: unsent messages, drafts, video positions, settings of market data and emoji. */
export const OUTBOX_KEYS: readonly string[] = [
  'outbox',
  'personal_outbox',
  'drafts',
  'personal_drafts',
  'coursePositions',
  'firstSteps',
  'timeSalesView',
  'flashAlerts',
  'emoji',
];

const TOKEN_KEY = 'accessToken';
const USER_KEY = 'user';
/** Characters that a bearer header and a subprotocol allow. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

interface StoredSession {
  readonly token: string;
  readonly user: User | null;
  /** Stored for this tab only ('remember' off). */
  readonly tabOnly: boolean;
}

/** Stores the session under a closed list of keys, each with the prefix. */
export interface SessionStore {
  /** Invalid values read as absent. */
  read(): StoredSession | null;
  /**
   * Stores a new session and clears all other keys except the outboxes. A remembered session that local storage refuses
   * is stored for the tab; one that no storage accepts is kept in memory.
   */
  save(token: string, user: User, remember: boolean): void;
  /** Whether the saved session is only in memory, so that it ends with the document. */
  isInMemory(): boolean;
  /** Updates the user, and removes the caches of another one. */
  saveUser(user: User): void;
  /** For a sign-out: removes the library's keys, or all keys of the origin, except the theme. */
  wipe(): void;
  /**
   * For a 401: removes token, user and caches, but no outbox and no other tab's session. Does nothing if another session
   * was stored meanwhile. Returns the stored session, which other tabs share.
   */
  expire(token: string): { readonly hasChanged: boolean; readonly stored: StoredSession | null };
  /** Whether a change of this stored key may concern the session. */
  concerns(key: string): boolean;
  readonly cache: SessionCache;
}

export function createSessionStore(
  options: Pick<SessionOptions, 'localStorage' | 'sessionStorage' | 'keyPrefix' | 'clear' | 'outboxKeys'>,
): SessionStore {
  const { localStorage: local, sessionStorage: tab, keyPrefix = 'openbell:' } = options;
  const tokenKey = keyPrefix + TOKEN_KEY;
  const userKey = keyPrefix + USER_KEY;
  const cacheKeys = CACHE_KEYS.map((key) => keyPrefix + key);
  const outboxKeys = (options.outboxKeys ?? OUTBOX_KEYS).map((key) => keyPrefix + key);
  const sessionKeys = [tokenKey, userKey, ...cacheKeys];
  const areas = [tab, local];
  let inMemory = false;

  const readToken = (area: KeyValueStorage): string | null => {
    const token = area.read(tokenKey);
    return token !== null && TOKEN.test(token) ? token : null;
  };
  /** The area of the session: this tab's own takes precedence. */
  const home = (): KeyValueStorage => (readToken(tab) === null ? local : tab);
  const removeAll = (area: KeyValueStorage, keys: readonly string[]): void => {
    for (const key of keys) area.remove(key);
  };

  function read(): StoredSession | null {
    const area = home();
    const token = readToken(area);
    return token === null ? null : { token, user: readUser(area.read(userKey)), tabOnly: area === tab };
  }

  function clear(spared: readonly string[]): void {
    inMemory = false;
    for (const area of areas) {
      const keys = options.clear === 'origin' ? area.keys() : [...sessionKeys, ...outboxKeys];
      removeAll(
        area,
        keys.filter((key) => key !== keyPrefix + THEME_KEY && !spared.includes(key)),
      );
    }
  }

  return {
    read,
    save(token, user, remember) {
      clear(outboxKeys);
      const written = (remember ? [local, tab] : [tab]).find((area) => area.write(tokenKey, token));
      inMemory = written === undefined;
      const area = written ?? tab;
      // A refused write leaves its value in memory: `expire()` would find that copy.
      for (const other of areas) if (other !== area) other.remove(tokenKey);
      area.write(userKey, writeUser(user));
    },
    isInMemory: () => inMemory,
    saveUser(user) {
      const area = home();
      const before = readUser(area.read(userKey));
      if (before !== null && before.id !== user.id) removeAll(area, cacheKeys);
      area.write(userKey, writeUser(user));
    },
    wipe: () => clear([]),
    expire(token) {
      const stored = read();
      if (stored !== null && stored.token !== token) return { hasChanged: false, stored };
      inMemory = false;
      removeAll(home(), sessionKeys);
      return { hasChanged: true, stored: read() };
    },
    concerns: (key) => key === tokenKey,
    cache: {
      read: (key) => home().read(keyPrefix + key),
      write: (key, value) => home().write(keyPrefix + key, value),
      remove: (key) => home().remove(keyPrefix + key),
    },
  };
}

/** Only the fields needed for display: no e-mail, no phone number. */
function writeUser({ id, first_name, dp, expired_at }: User): string {
  return JSON.stringify({ id, first_name, dp, expired_at });
}

function readUser(text: string | null): User | null {
  return readStored(text, userSchema, 100_000);
}
