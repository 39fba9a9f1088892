// Closes the sockets of members who have lost access.
import { closeNotSubscribed, closeSignedOut } from '@openbell/core/contract';
import type { Live } from './live.ts';
import type { MemoryFeed } from './options-feed.ts';
import type { Person, World } from './world.ts';

interface Sockets {
  readonly live: Live;
  readonly feed: MemoryFeed;
}

/** Closes every socket of a person with a close code of the contract. */
export function closeSockets({ live, feed }: Sockets, person: Person, code: number): void {
  for (const connection of live.connections) if (connection.person === person) connection.close(code, '');
  feed.closeAll(person, code);
}

/** Closes the sockets of ended sessions and expired plans. */
export function closeStaleSockets(world: World, sockets: Sockets): void {
  const { connections } = sockets.live;
  sockets.feed.closeStale();
  for (const { token, close } of connections) if (!world.sessions.has(token)) close(closeSignedOut, '');
  for (const person of new Set([...connections].map((connection) => connection.person)))
    if ((person.expiredAt ?? 0) <= world.clock.now()) closeSockets(sockets, person, closeNotSubscribed);
}
