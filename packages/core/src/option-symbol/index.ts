export {
  expiryText,
  formatOptionSymbol,
  optionLabel,
  parseOptionSymbol,
  strikeText,
} from './option-symbol.rules.ts';
export type { FormatOptions, OptionSymbol, OptionType } from './option-symbol.types.ts';
export { readTicker, rootBelongsTo, rootFilter, tickerKey, underlyingOf } from './ticker.rules.ts';
