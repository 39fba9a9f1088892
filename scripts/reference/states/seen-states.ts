// The states of every store of the feature pages, as they were seen. A declared state that no walk leads to is an error: the
// picture would hide it.
import { runWalks } from './run-walks.ts';
import type { SeenStates } from './walk.types.ts';
import { accountWalks } from './walks.accounts.ts';
import { billingWalks } from './walks.billing.ts';
import { memberWalks } from './walks.members.ts';
import { outboxWalks } from './walks.outbox.ts';

const courses = { ...accountWalks, ...billingWalks, ...memberWalks, ...outboxWalks };

/** `name` is the feature's and the store's: `news.$state`; `declared` the states that its type has. */
export async function seenStates(name: string, declared: readonly string[]): Promise<SeenStates> {
  const course = courses[name];
  if (course === undefined) throw new Error(`No walk goes through the states of ${name}.`);
  const seen = await runWalks(course);
  const reached = new Set([seen.first, ...seen.transitions.map(({ to }) => to)]);
  const missed = declared.filter((state) => !reached.has(state));
  const unknown = [...reached].filter((state) => !declared.includes(state));
  if (missed.length > 0) throw new Error(`No walk leads ${name} to: ${missed.join(', ')}.`);
  if (unknown.length > 0)
    throw new Error(`${name} was in a state that its type does not have: ${unknown.join(', ')}.`);
  return seen;
}
