// What a client tells the others of a message that it has posted, for backends that only relay (decisions.md 5).
import type { MemberClientFrame, Message } from '../contract/index.ts';

/** Sockets take frames of 16 KB; a longer one would cost the connection. */
const maxBytes = 16_000;
/** A quote is drawn in one line. */
const quoteLength = 200;

/** The frame, its quote cut short; null when the message is too long for one, and is found by the next page. */
export function relayFrame(userId: number, message: Message): MemberClientFrame | null {
  const quote = message.reply_to;
  const reply_to = quote && { ...quote, message: [...quote.message].slice(0, quoteLength).join('') };
  const frame: MemberClientFrame = {
    type: 'WebFetchMessage',
    user_id: userId,
    message: { ...message, reply_to },
    isScroll: true,
  };
  return new TextEncoder().encode(JSON.stringify(frame)).length > maxBytes ? null : frame;
}
