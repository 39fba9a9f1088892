import { type MemberClientFrame, memberClientFrameSchema, readWire } from '@openbell/core/contract';

/** Reads one frame of a client: null for what is no JSON, no known type, or of another shape. Never throws. */
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

/** The id of the message that a hint points at; null when it points at none. */
export function hintedMessageId(message: unknown): number | null {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : message;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}
