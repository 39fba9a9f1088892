import { type MemberClientFrame, memberClientFrameSchema } from '@openbell/core/contract';
import { parseJson } from '../../parse-json.ts';

/** Parses a client's frame; null if it is invalid. Never throws. */
export function readMemberFrame(text: string): MemberClientFrame | null {
  return parseJson(memberClientFrameSchema, text);
}

/** Returns the message id in a hint; null if there is none. */
export function hintedMessageId(message: unknown): number | null {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : message;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}
