import { type OptionSymbol, parseOptionSymbol } from '../../option-symbol/index.ts';
import { optionKey } from './sort-keys.ts';
import { TextColumn } from './text-column.ts';

/** Option symbols as a dictionary of texts, with their contracts. */
export class OptionColumn extends TextColumn {
  private readonly symbols: Map<number, OptionSymbol | null> = new Map();

  constructor() {
    super(optionKey);
  }

  /** The contract of a text by its id, parsed once; null for a malformed text. */
  symbolOf(id: number): OptionSymbol | null {
    let symbol = this.symbols.get(id);
    if (symbol === undefined) {
      symbol = parseOptionSymbol(this.texts[id] ?? '');
      this.symbols.set(id, symbol);
    }
    return symbol;
  }

  /** The contract of a row. */
  symbolAt(row: number): OptionSymbol | null {
    return this.symbolOf(this.ids[row] ?? 0);
  }
}
