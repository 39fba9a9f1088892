export {
  expiryText,
  formatOptionSymbol,
  optionLabel,
  parseOptionSymbol,
  rootBelongsTo,
  strikeText,
} from './option-symbol.rules.ts';
export type { FormatOptions, OptionSymbol, OptionType } from './option-symbol.types.ts';
