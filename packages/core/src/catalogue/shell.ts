/** Texts of the shell area, by code. Quotes of product.md are exact. */
export const shellTexts = {} as const;
