import { parseOptionSymbol } from '@openbell/core/option-symbol';
import { prefixed } from '../../providers/feed/feed-source.ts';

/** Maximum number of channels per connection. `T.*` has all trades. */
export const CHANNELS_LIMIT = 1_000;
export const ALL_TRADES = 'T.*';

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
