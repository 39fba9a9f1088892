import { hash, verify } from '@node-rs/argon2';

// OWASP's minimum for argon2id, the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// Each hash takes 19 MiB, so a burst of sign-ins is queued.
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

/** Returns the argon2id hash of a password in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/** Returns whether a stored hash has lower cost parameters than new ones. */
export function isWeakHash(stored: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
  return !(Number(memory) >= cost.memoryCost && Number(time) >= cost.timeCost);
}

let dummyHash: Promise<string> | undefined;

/**
 * Returns whether the password matches the stored hash. Without one (unknown address, social account) it verifies a dummy
 * hash and returns false, so that the duration does not reveal whether an address is known.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('a password that nobody has');
  const against = stored ?? (await dummyHash);
  const matches = await inTurn(() => verify(against, password));
  return stored !== null && matches;
}
