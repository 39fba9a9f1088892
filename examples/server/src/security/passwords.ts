import { hash, verify } from '@node-rs/argon2';

// OWASP's floor for argon2id. The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// Each hash takes 19 MiB: a burst of sign-ins waits in line instead of taking the machine's memory.
const atOnce = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** argon2id of a password, in PHC form, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/** Whether a stored hash costs less to guess than one made today: the cost has grown since, or it is of another kind. */
export function isWeakHash(stored: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
  return !(Number(memory) >= cost.memoryCost && Number(time) >= cost.timeCost);
}

let standIn: Promise<string> | undefined;

/**
 * Whether the password is the one behind `stored`. Without a stored hash (unknown address, social account) a
 * stand-in is verified and false answered, so that the time taken does not tell whether an address is known.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  standIn ??= hashPassword('a password that nobody has');
  const against = stored ?? (await standIn);
  const matches = await inTurn(() => verify(against, password));
  return stored !== null && matches;
}
