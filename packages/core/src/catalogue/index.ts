// All texts of the library by code. An embedder can override them.
import { accountsTexts } from './accounts.ts';
import { billingTexts } from './billing.ts';
import { chatTexts } from './chat.ts';
import { contentTexts } from './content.ts';
import type { EmojiTextCode } from './emoji.ts';
import type { FactorTextCode } from './factors.ts';
import { marketTexts } from './market.ts';
import type { PasskeyTextCode } from './passkeys.ts';
import { shellTexts } from './shell.ts';

export { accountsTexts };

type Catalogue = typeof accountsTexts &
  typeof billingTexts &
  typeof chatTexts &
  typeof contentTexts &
  typeof marketTexts &
  typeof shellTexts;

/** The name of a text, for example `signIn.failed`. */
export type TextCode = keyof Catalogue | FactorTextCode | PasskeyTextCode | EmojiTextCode;

/** Values of the `{placeholders}` of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Returns the text of a code with its placeholders filled in. `otherwise` is the text of a code outside the English
 * catalogue, which an embedder has not overridden.
 */
export type Texts = (code: TextCode, values?: TextValues, otherwise?: string) => string;

export const englishTexts: Readonly<Record<keyof Catalogue, string>> = {
  ...accountsTexts,
  ...billingTexts,
  ...chatTexts,
  ...contentTexts,
  ...marketTexts,
  ...shellTexts,
};

/** Creates a catalogue with overridden or translated texts. */
export function createTexts(overrides: Partial<Readonly<Record<TextCode, string>>> = {}): Texts {
  const english: Partial<Readonly<Record<TextCode, string>>> = englishTexts;
  return (code, values = {}, otherwise = code) =>
    (overrides[code] ?? english[code] ?? otherwise).replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    );
}
