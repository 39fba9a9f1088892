// What the in-memory server knows. Plain data: the handlers change it, and nothing else does.
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
  /** Whose messages they have muted and blocked. */
  readonly muted: Set<number>;
  readonly blocked: Set<number>;
}

export interface Plan {
  readonly id: number;
  readonly personId: number;
  readonly program: Program;
  readonly term: 1 | 2;
  readonly provider: 'stripe' | 'paypal';
  /** Whether it begins with the program's free days. */
  readonly isTrial: boolean;
  status: 'incomplete' | 'trialing' | 'active' | 'canceled';
  readonly startsAt: number;
  readonly endsAt: number;
  /** When the gateway says that it has been paid. */
  readonly settlesAt: number;
}

/** A mailed code and what became of it. */
export interface ResetCode {
  readonly otp: string;
  readonly sentAt: number;
  /** Null until it was verified. */
  verifiedAt: number | null;
  /** What the newest verification gave. */
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

/** How far a member of a chat has come, by message id. */
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

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Ms since the epoch. */
  readonly at: number;
}

export interface World {
  readonly clock: Clock;
  /** Before every path: the API is at `<origin>/api`. */
  readonly origin: string;
  /** Whether sign-in, sign-up and the contact form ask for a solved captcha. */
  readonly captcha: boolean;
  /** Milliseconds that the gateway takes for a payment. */
  readonly gatewayMs: number;
  readonly people: Map<number, Person>;
  readonly sessions: Map<string, Person>;
  /** What is known of each session's device, by token. */
  readonly devices: Map<string, StoredDevice>;
  /** By folded address. */
  readonly codes: Map<string, ResetCode>;
  /** When the failed sign-ins of an account were, by folded address. */
  readonly failedSignIns: Map<string, number[]>;
  readonly mails: Mail[];
  readonly questions: { readonly name: string; readonly email: string; readonly message: string }[];
  readonly pushTokens: Map<string, number>;
  readonly programs: readonly Program[];
  readonly plans: Plan[];
  /** Card set-ups and wallet approvals under way, by secret or code. */
  readonly intents: Map<string, { readonly person: Person; readonly program: Program; readonly term: 1 | 2 }>;
  /** What was answered under an idempotency key. */
  readonly keptAnswers: Map<string, { readonly request: string; readonly body: unknown }>;
  readonly chats: StoredChat[];
  readonly files: Map<number, StoredFile>;
  readonly courses: readonly Course[];
  readonly news: readonly NewsItem[];
  /** Newest first. */
  readonly alerts: Alert[];
  /** Alerts by the code that opens them. */
  readonly alertCodes: Map<string, Alert>;
  /** The next number of a kind: ids, codes and tokens count up, so that a run is like the one before. */
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
    codes: new Map(),
    failedSignIns: new Map(),
    mails: [],
    questions: [],
    pushTokens: new Map(),
    plans: [],
    intents: new Map(),
    keptAnswers: new Map(),
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

/** An address as it is compared: case folded. */
export const fold = (email: string): string => email.trim().toLowerCase();

export function personByEmail(world: World, email: string): Person | null {
  const address = fold(email);
  for (const person of world.people.values()) if (fold(person.email) === address) return person;
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

/** Keeps a file; its address is below the server's own, and never changes. */
export function keepFile(world: World, file: File): StoredFile {
  const stored: StoredFile = { id: world.next('file'), name: file.name, blob: file };
  world.files.set(stored.id, stored);
  return stored;
}

export const fileUrl = (world: World, file: StoredFile): string =>
  `${world.origin}/media/${file.id}/${encodeURIComponent(file.name)}`;
