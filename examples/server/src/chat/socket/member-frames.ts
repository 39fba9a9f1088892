import { type MemberClientFrame, memberClientFrameSchema, readWire } from '@openbell/core/contract';

/** Parses a client's frame; null if it is invalid. Never throws. */
export function readMemberFrame(text: string): MemberClientFrame | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const reading = readWire(memberClientFrameSchema, value);
  return reading.ok ? reading.value : null;
}

/** Returns the message id in a hint; null if there is none. */
export function hintedMessageId(message: unknown): number | null {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : message;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}
