import { readWire, type User, userSchema } from '../contract/index.ts';
import type { KeyValueStorage } from '../ports/index.ts';
import type { SessionCache } from './session.types.ts';

/** The specification's key of the theme: the device's, so it survives every clearing. */
const THEME_KEY = 'persist:root';
/** The specification's names of the caches. */
export const CACHE_KEYS: readonly string[] = ['chats', 'personal_chats', 'chatList', 'personal_chatList'];
/**
 * Ours: messages that wait to be sent or are being written, where a person stopped in the courses' videos, and how market data was set up.
 * A member whose session has expired finds them again after signing in.
 */
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
/** What a bearer header and a subprotocol can carry; anything else in storage is not a token of ours. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

export interface SessionStorageOptions {
  readonly localStorage: KeyValueStorage;
  readonly sessionStorage: KeyValueStorage;
  readonly keyPrefix: string;
  readonly clear: 'own' | 'origin';
  readonly outboxKeys: readonly string[];
}

/** What is kept of a session. */
interface StoredSession {
  readonly token: string;
  readonly user: User | null;
  /** It lives in this tab alone ('remember' off). */
  readonly tabOnly: boolean;
}

/** Keeps the session; a closed list of keys, each behind the prefix. */
export interface SessionStore {
  /** Every value is checked: garbage reads as absent. */
  read(): StoredSession | null;
  /** Drops what was there before, but for outboxes, then keeps the new session. */
  save(token: string, user: User, remember: boolean): void;
  /** Keeps a newer copy of the member, and drops the caches of anybody else. */
  saveUser(user: User): void;
  /** Log-out: everything of ours, or of the origin; the theme alone stays. */
  wipe(): void;
  /** After a 401: token, member and caches; never an outbox, a key that is not ours, or another tab's own session. */
  expire(): void;
  /** Whether a change of this stored key may concern the session. */
  concerns(key: string): boolean;
  readonly cache: SessionCache;
}

export function createSessionStore(options: SessionStorageOptions): SessionStore {
  const { localStorage: local, sessionStorage: tab, keyPrefix } = options;
  const tokenKey = keyPrefix + TOKEN_KEY;
  const userKey = keyPrefix + USER_KEY;
  const cacheKeys = CACHE_KEYS.map((key) => keyPrefix + key);
  const outboxKeys = options.outboxKeys.map((key) => keyPrefix + key);
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
