import type { MemberClientFrame, Message } from '../../contract/index.ts';

/** A socket accepts frames of 16 KB and closes on a longer one. */
const maxBytes = 16_000;
/** Characters; a quote is shown in one line. */
const quoteLength = 200;

/**
 * The frame that a client sends after a post, for backends that only relay; its quote is cut to 200 characters. Null when
 * the frame would be longer than 16,000 bytes: other members then receive the message with their next page.
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
