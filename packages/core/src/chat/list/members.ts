// The members of large chats beyond those in `users`. Pure.
import { type Chat, type ChatMember, isServerId } from '../../contract/index.ts';

type Members = Pick<Chat, 'users' | 'users_count'>;

/** Whether the chat has members that are not in `users`. */
export function hasMoreMembers({ users, users_count }: Members): boolean {
  return users_count !== null && users_count > users.length;
}

/** Adds the members that are not in `users`. Returns the same list when there are none. */
export function addMembers(users: readonly ChatMember[], more: readonly ChatMember[]): readonly ChatMember[] {
  const known = new Set(users.map(({ user_id }) => user_id));
  const added = more.filter(({ user_id }) => isServerId(user_id) && !known.has(user_id));
  return added.length === 0 ? users : [...users, ...added];
}

/** Keeps the members that were loaded before, as long as the chat has the same number of them. */
export function keepMembers<Summary extends Members>(before: Members, fresh: Summary): Summary {
  if (!hasMoreMembers(fresh) || before.users_count !== fresh.users_count) return fresh;
  return { ...fresh, users: addMembers(fresh.users, before.users) };
}
