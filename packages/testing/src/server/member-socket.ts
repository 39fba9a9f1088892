// The member socket: who may open it, and what a client's frame does.
import {
  bearerProtocolPrefix,
  closeNotSubscribed,
  closeSignedOut,
  type MemberClientFrame,
  memberClientFrameSchema,
  memberFrameLimit,
  memberSocketProtocol,
  readWire,
} from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import type { Live, MemberConnection } from './live.ts';
import { toWire } from './requests.ts';
import type { ServerEnd, ServerSide } from './sockets.ts';
import type { Person, World } from './world.ts';

/** Null for a text that is no frame of the contract: it disturbs nobody. */
function readFrame(text: string): MemberClientFrame | null {
  if (text.length > memberFrameLimit) return null;
  try {
    const reading = readWire(memberClientFrameSchema, JSON.parse(text));
    return reading.ok ? reading.value : null;
  } catch {
    return null;
  }
}

/** The connection's person counts, never a `user_id` in a frame. */
function handle(world: World, live: Live, person: Person, frame: MemberClientFrame): void {
  // Of the other two each is a hint for backends that only relay; here every change announces itself.
  if (frame.type !== 'WebMeesageTyping' && frame.type !== 'ReadByAll') return;
  const chat = world.chats.find(({ id, members }) => id === frame.chat_id && members.has(person.id));
  if (chat === undefined) return;
  if (frame.type === 'WebMeesageTyping') live.tellTyping(chat, person, frame.typing);
  else {
    live.moveMark(chat, person, 'readUpto');
    live.tellListChanged(person);
  }
}

export function acceptMember(world: World, live: Live, end: ServerEnd): ServerSide | null {
  if (!end.protocols.includes(memberSocketProtocol)) return null;
  const offered = end.protocols.find((name) => name.startsWith(bearerProtocolPrefix)) ?? '';
  const token = offered.slice(bearerProtocolPrefix.length);
  const person = world.sessions.get(token);
  const isMember = person !== undefined && isSubscribed({ expired_at: person.expiredAt }, world.clock.now());
  if (!isMember) {
    end.close(person === undefined ? closeSignedOut : closeNotSubscribed, '');
    return { hear: () => {}, gone: () => {} };
  }
  const connection: MemberConnection = {
    person,
    token,
    send: (frame) => end.send(toWire(frame)),
    close: end.close,
  };
  live.connections.add(connection);
  return {
    hear(text) {
      const frame = readFrame(text);
      if (frame !== null) handle(world, live, person, frame);
    },
    gone: () => void live.connections.delete(connection),
  };
}
