import type { FeedStatusEvent } from '@openbell/core/contract';
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import { prefixed } from '../../providers/feed/feed-source.ts';

/** Maximum number of channels per connection, except `T.*`, which has all trades. */
const CHANNELS_LIMIT = 1_000;
const ALL_TRADES = 'T.*';
/** Unknown channels of a message that the response names: naming all would make it 30 times as long as the message. */
const UNKNOWN_NAMED = 10;

/** Parses a list of channels. Valid ones are returned in the provider's format. */
export function readChannels(params: string): { channels: string[]; unknown: string[] } {
  const channels: string[] = [];
  const unknown: string[] = [];
  for (const part of params.split(',')) {
    const text = part.trim();
    if (text === '') continue;
    const symbol = text.slice(2);
    if (text === ALL_TRADES) channels.push(text);
    else if (text.startsWith('T.') && parseOptionSymbol(symbol) !== null) {
      channels.push(`T.${prefixed(symbol.toUpperCase())}`);
    } else unknown.push(text.slice(0, 40));
  }
  return { channels, unknown };
}

export function statusEvent(name: string, message: string): FeedStatusEvent {
  return { ev: 'status', status: name, message };
}

/** The channels of one connection. A change returns the events that answer it. */
export interface Channels {
  isEmpty(): boolean;
  hasAll(): boolean;
  /** Whether a contract is among them. */
  has(symbol: string): boolean;
  add(params: string): FeedStatusEvent[];
  remove(params: string): FeedStatusEvent[];
}

export function createChannels(): Channels {
  const channels = new Set<string>();
  return {
    isEmpty: () => channels.size === 0,
    hasAll: () => channels.has(ALL_TRADES),
    has: (symbol) => channels.has(`T.${symbol}`),
    add(params) {
      const read = readChannels(params);
      const events: FeedStatusEvent[] = [];
      let isRefused = false;
      for (const channel of read.channels) {
        // Like the provider, does not acknowledge it again.
        if (channels.has(channel)) continue;
        if (channels.size >= CHANNELS_LIMIT && channel !== ALL_TRADES) {
          // One event per message.
          if (!isRefused) {
            events.push(
              statusEvent('error', `no more than ${CHANNELS_LIMIT} channels; subscribe to ${ALL_TRADES}`),
            );
          }
          isRefused = true;
          continue;
        }
        channels.add(channel);
        events.push(statusEvent('success', `subscribed to: ${channel}`));
      }
      return [...events, ...describeUnknown(read.unknown)];
    },
    remove: (params) =>
      readChannels(params)
        .channels.filter((channel) => channels.delete(channel))
        .map((channel) => statusEvent('success', `unsubscribed to: ${channel}`)),
  };
}

function describeUnknown(names: readonly string[]): FeedStatusEvent[] {
  const events = names
    .slice(0, UNKNOWN_NAMED)
    .map((name) => statusEvent('error', `unknown channel: ${name}`));
  const more = names.length - events.length;
  return more > 0 ? [...events, statusEvent('error', `${more} more unknown channels`)] : events;
}
