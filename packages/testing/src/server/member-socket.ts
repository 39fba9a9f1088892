// The member socket: authorization, and the effects of client frames.
import {
  bearerProtocolPrefix,
  closeNotSubscribed,
  closeSignedOut,
  type MemberClientFrame,
  memberClientFrameSchema,
  memberFrameLimit,
  memberPatchProtocol,
  memberSocketProtocol,
  readWire,
} from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import type { Live, MemberConnection } from './live.ts';
import { toWire } from './requests.ts';
import type { ServerEnd, ServerSide } from './sockets.ts';
import type { Person, World } from './world.ts';

/** Parses a client frame; null when it does not match the contract, so that it is ignored. */
function readFrame(text: string): MemberClientFrame | null {
  if (text.length > memberFrameLimit) return null;
  try {
    const reading = readWire(memberClientFrameSchema, JSON.parse(text));
    return reading.ok ? reading.value : null;
  } catch {
    return null;
  }
}

interface FrameContext {
  readonly world: World;
  readonly live: Live;
  /** The authenticated sender; a `user_id` in the frame is not trusted. */
  readonly person: Person;
}

function handleFrame({ world, live, person }: FrameContext, frame: MemberClientFrame): void {
  // The other frames are hints for backends that only relay; this server emits its own events.
  if (frame.type !== 'WebMeesageTyping' && frame.type !== 'ReadByAll') return;
  const chat = world.chats.find(({ id, members }) => id === frame.chat_id && members.has(person.id));
  if (chat === undefined) return;
  if (frame.type === 'WebMeesageTyping') live.sendTyping(chat, person, frame.typing);
  else {
    live.advanceMark(chat, person, 'readUpto');
    live.sendListChanged(person);
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
    return { receive: () => {}, closed: () => {} };
  }
  const connection: MemberConnection = {
    person,
    token,
    hasPatches: end.protocols.includes(memberPatchProtocol),
    send: (frame) => end.send(toWire(frame)),
    close: end.close,
  };
  live.connections.add(connection);
  return {
    receive(text) {
      const frame = readFrame(text);
      if (frame !== null) handleFrame({ world, live, person }, frame);
    },
    closed: () => void live.connections.delete(connection),
  };
}
