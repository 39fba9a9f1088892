import { readWire, type User, userSchema } from '../contract/index.ts';
import type { KeyValueStorage } from '../ports/index.ts';
import type { SessionCache, SessionOptions } from './session.types.ts';

/** Key of the theme. It belongs to the device, so that no clearing removes it. */
const THEME_KEY = 'persist:root';
/** Keys of the chat caches. */
export const CACHE_KEYS: readonly string[] = ['chats', 'personal_chats', 'chatList', 'personal_chatList'];
/** Keys that survive an expired session: unsent messages, drafts, video positions and settings of market data. */
export const OUTBOX_KEYS: readonly string[] = [
  'outbox',
  'personal_outbox',
  'drafts',
  'personal_drafts',
  'coursePositions',
  'timeSalesView',
  'flashAlerts',
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
  /** Replaces everything but outboxes. */
  save(token: string, user: User, remember: boolean): void;
  /** Updates the member, and removes the caches of another one. */
  saveUser(user: User): void;
  /** For a log-out: removes all our keys, or all of the origin, except the theme. */
  wipe(): void;
  /** For a 401: removes token, member and caches; no outbox, other key or other tab's session. */
  expire(): void;
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

  const readToken = (area: KeyValueStorage): string | null => {
    const token = area.read(tokenKey);
    return token !== null && TOKEN.test(token) ? token : null;
  };
  /** The area of the present session: this tab's own goes first. */
  const home = (): KeyValueStorage => (readToken(tab) === null ? local : tab);
  const removeAll = (area: KeyValueStorage, keys: readonly string[]): void => {
    for (const key of keys) area.remove(key);
  };

  function clear(spared: readonly string[]): void {
    for (const area of areas) {
      const keys = options.clear === 'origin' ? area.keys() : [...sessionKeys, ...outboxKeys];
      removeAll(
        area,
        keys.filter((key) => key !== keyPrefix + THEME_KEY && !spared.includes(key)),
      );
    }
  }

  return {
    read() {
      const area = home();
      const token = readToken(area);
      return token === null ? null : { token, user: readUser(area.read(userKey)), tabOnly: area === tab };
    },
    save(token, user, remember) {
      clear(outboxKeys);
      const area = remember ? local : tab;
      area.write(tokenKey, token);
      area.write(userKey, writeUser(user));
    },
    saveUser(user) {
      const area = home();
      const before = readUser(area.read(userKey));
      if (before !== null && before.id !== user.id) removeAll(area, cacheKeys);
      area.write(userKey, writeUser(user));
    },
    wipe: () => clear([]),
    expire() {
      removeAll(home(), sessionKeys);
    },
    concerns: (key) => key === tokenKey,
    cache: {
      read: (key) => home().read(keyPrefix + key),
      write: (key, value) => home().write(keyPrefix + key, value),
      remove: (key) => home().remove(keyPrefix + key),
    },
  };
}

/** Only what painting needs: no e-mail, no phone number. */
function writeUser({ id, first_name, dp, expired_at }: User): string {
  return JSON.stringify({ id, first_name, dp, expired_at });
}

function readUser(text: string | null): User | null {
  if (text === null || text.length > 100_000) return null;
  try {
    const reading = readWire(userSchema, JSON.parse(text));
    return reading.ok ? reading.value : null;
  } catch {
    return null;
  }
}
