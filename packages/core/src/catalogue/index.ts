// All texts of the library by code. An embedder can override them.
import { accountsTexts } from './accounts.ts';
import { billingTexts } from './billing.ts';
import { chatTexts } from './chat.ts';
import { contentTexts } from './content.ts';
import { marketTexts } from './market.ts';
import { shellTexts } from './shell.ts';

export { accountsTexts };

type Catalogue = typeof accountsTexts &
  typeof billingTexts &
  typeof chatTexts &
  typeof contentTexts &
  typeof marketTexts &
  typeof shellTexts;

/** The name of a text, for example `signIn.failed`. */
export type TextCode = keyof Catalogue;

/** Values of the `{placeholders}` of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns the text of a code with its placeholders filled in. */
export type Texts = (code: TextCode, values?: TextValues) => string;

export const englishTexts: Readonly<Record<TextCode, string>> = {
  ...accountsTexts,
  ...billingTexts,
  ...chatTexts,
  ...contentTexts,
  ...marketTexts,
  ...shellTexts,
};

/** Creates a catalogue with overridden or translated texts. */
export function createTexts(overrides: Partial<Readonly<Record<TextCode, string>>> = {}): Texts {
  return (code, values = {}) =>
    (overrides[code] ?? englishTexts[code]).replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    );
}
