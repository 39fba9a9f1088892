// What a client tells the others of a message that it has posted, for backends that only relay.
import type { MemberClientFrame, Message } from '../../contract/index.ts';

/** Sockets take frames of 16 KB; a longer one would cost the connection. */
const maxBytes = 16_000;
/** A quote is drawn in one line. */
const quoteLength = 200;

/**
 * The frame that a client sends after a post, for backends that only relay; its quote is cut to 200 characters. Null when
 * the frame would be longer than 16,000 bytes: the other members then find the message on the next page.
 */
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
