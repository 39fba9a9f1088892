// Records the states of each store on the feature pages. Throws when no walk reaches a declared state, because the diagram
// would omit it.
import { runWalks } from './run-walks.ts';
import type { RecordedStates } from './walk.types.ts';
import { accountWalks } from './walks.accounts.ts';
import { billingWalks } from './walks.billing.ts';
import { memberWalks } from './walks.members.ts';
import { outboxWalks } from './walks.outbox.ts';

const courses = { ...accountWalks, ...billingWalks, ...memberWalks, ...outboxWalks };

/**
 * @param name The feature and the store, for example `news.$state`.
 * @param declared The states of the store's type.
 */
export async function recordedStates(name: string, declared: readonly string[]): Promise<RecordedStates> {
  const course = courses[name];
  if (course === undefined) throw new Error(`${name} has no walks.`);
  const recorded = await runWalks(course);
  const reached = new Set([recorded.first, ...recorded.transitions.map(({ to }) => to)]);
  const missed = declared.filter((state) => !reached.has(state));
  const unknown = [...reached].filter((state) => !declared.includes(state));
  if (missed.length > 0) throw new Error(`No walk of ${name} reaches: ${missed.join(', ')}.`);
  if (unknown.length > 0)
    throw new Error(`${name} had states that its type does not declare: ${unknown.join(', ')}.`);
  return recorded;
}
