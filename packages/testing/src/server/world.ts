// The memory server's data. Only handlers change it.
import type { Alert, ChatType, Course, MessageType, NewsItem, Program } from '@openbell/core/contract';
import type { Clock } from '@openbell/core/ports';

export interface Person {
  readonly id: number;
  first_name: string;
  readonly email: string;
  phone: string;
  about: string;
  dp: string | null;
  password: string;
  push_notification: boolean;
  email_notification: boolean;
  /** When access ends or ended, ms since the epoch; null without a plan. */
  expiredAt: number | null;
  /** Ids of the members whom the person has muted and blocked. */
  readonly muted: Set<number>;
  readonly blocked: Set<number>;
}

export interface Plan {
  readonly id: number;
  readonly personId: number;
  readonly program: Program;
  readonly term: 1 | 2;
  readonly provider: 'stripe' | 'paypal';
  /** Whether it starts with the program's trial days. */
  readonly isTrial: boolean;
  /** The last four digits of the card. */
  card: string;
  status: 'incomplete' | 'trialing' | 'active' | 'canceled';
  readonly startsAt: number;
  readonly endsAt: number;
  /** When the payment settles, ms since the epoch. */
  readonly settlesAt: number;
}

/** A mailed code and its state. */
export interface ResetCode {
  readonly otp: string;
  readonly sentAt: number;
  /** Ms since the epoch; null until verified. */
  verifiedAt: number | null;
  /** The token that the newest verification returned. */
  resetToken: string | null;
  failedTries: number;
}

export interface StoredFile {
  readonly id: number;
  readonly name: string;
  readonly blob: Blob;
}

export interface StoredMessage {
  readonly id: number;
  readonly chatId: number;
  readonly senderId: number;
  readonly clientId: string | null;
  readonly type: MessageType;
  text: string;
  files: readonly StoredFile[];
  readonly createdAt: number;
  readonly replyTo: StoredMessage | null;
  unsent: boolean;
  /** Emoji by person. */
  readonly reactions: Map<number, string>;
  readonly deletedFor: Set<number>;
}

export interface StoredChat {
  readonly id: number;
  readonly type: ChatType;
  readonly name: string;
  readonly members: Map<number, ChatMarks>;
  readonly messages: StoredMessage[];
}

/** A member's read and delivery positions in a chat, as message ids. */
export interface ChatMarks {
  muted: boolean;
  readUpto: number;
  deliveredUpto: number;
}

export interface StoredDevice {
  readonly id: number;
  readonly userAgent: string;
  /** Ms since the epoch. */
  readonly createdAt: number;
  lastUsedAt: number;
}

/** A person's authenticator app and recovery codes. */
export interface StoredFactors {
  /** Ms since the epoch; null until it is confirmed. */
  authenticatorSince: number | null;
  recoveryCodes: readonly string[];
}

export interface StoredPasskey {
  readonly id: number;
  readonly credentialId: string;
  readonly owner: Person;
  /** Ms since the epoch. */
  readonly createdAt: number;
  lastUsedAt: number | null;
}

/** @inline */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Ms since the epoch. */
  readonly at: number;
}

export interface World {
  readonly clock: Clock;
  /** The API is at `<origin>/api`. */
  readonly origin: string;
  /** Whether sign-in, sign-up and the contact form require a captcha. */
  readonly captcha: boolean;
  /** Milliseconds until a payment settles. */
  readonly gatewayMs: number;
  readonly people: Map<number, Person>;
  /** By token. */
  readonly sessions: Map<string, Person>;
  /** The device of each session, by token. */
  readonly devices: Map<string, StoredDevice>;
  /** By person. */
  readonly factors: Map<Person, StoredFactors>;
  /** By the id of the credential. */
  readonly passkeys: Map<string, StoredPasskey>;
  /** Unused challenges of passkeys; the owner is null for a sign-in. Expiry in ms since the epoch. */
  readonly challenges: Map<string, { readonly owner: Person | null; readonly expiresAt: number }>;
  /** When the person of a session last proved their identity, ms since the epoch, by token. */
  readonly provedAt: Map<string, number>;
  /** When each person last requested their data, by id; in milliseconds. */
  readonly exportRequests: Map<number, number>;
  /** By normalized address. */
  readonly codes: Map<string, ResetCode>;
  /** Times of the failed sign-ins, ms since the epoch, by normalized address. */
  readonly failedSignIns: Map<string, number[]>;
  readonly mails: Mail[];
  readonly questions: { readonly name: string; readonly email: string; readonly message: string }[];
  readonly pushTokens: Map<string, number>;
  readonly programs: readonly Program[];
  readonly plans: Plan[];
  /** Pending card setups and wallet approvals, by secret or code. */
  readonly intents: Map<string, { readonly person: Person; readonly program: Program; readonly term: 1 | 2 }>;
  /** The response to each idempotency key. */
  readonly idempotentResponses: Map<string, { readonly request: string; readonly body: unknown }>;
  readonly chats: StoredChat[];
  readonly files: Map<number, StoredFile>;
  readonly courses: readonly Course[];
  readonly news: readonly NewsItem[];
  /** Newest first. */
  readonly alerts: Alert[];
  /** Alerts by the code of their public page. */
  readonly alertCodes: Map<string, Alert>;
  /** The next number of a sequence: ids, codes and tokens are sequential, so that runs are repeatable. */
  next(kind: string): number;
}

export function createWorld(
  parts: Pick<
    World,
    'clock' | 'origin' | 'captcha' | 'gatewayMs' | 'programs' | 'courses' | 'news' | 'alerts'
  >,
): World {
  const counts = new Map<string, number>();
  return {
    ...parts,
    people: new Map(),
    sessions: new Map(),
    devices: new Map(),
    exportRequests: new Map(),
    codes: new Map(),
    factors: new Map(),
    passkeys: new Map(),
    challenges: new Map(),
    provedAt: new Map(),
    failedSignIns: new Map(),
    mails: [],
    questions: [],
    pushTokens: new Map(),
    plans: [],
    intents: new Map(),
    idempotentResponses: new Map(),
    chats: [],
    files: new Map(),
    alertCodes: new Map(),
    next(kind) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count;
    },
  };
}

/** Normalizes an address for comparison. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export function personByEmail(world: World, email: string): Person | null {
  const address = normalizeEmail(email);
  for (const person of world.people.values()) if (normalizeEmail(person.email) === address) return person;
  return null;
}

export function addPerson(
  world: World,
  given: Pick<Person, 'first_name' | 'email' | 'phone' | 'password'> & { readonly about?: string },
): Person {
  const person: Person = {
    about: '',
    ...given,
    id: world.next('person'),
    dp: null,
    push_notification: false,
    email_notification: true,
    expiredAt: null,
    muted: new Set(),
    blocked: new Set(),
  };
  world.people.set(person.id, person);
  return person;
}

/** Stores a file; its URL never changes. */
export function storeFile(world: World, file: File): StoredFile {
  const stored: StoredFile = { id: world.next('file'), name: file.name, blob: file };
  world.files.set(stored.id, stored);
  return stored;
}

export const fileUrl = (world: World, file: StoredFile): string =>
  `${world.origin}/media/${file.id}/${encodeURIComponent(file.name)}`;
