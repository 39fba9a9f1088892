/** Texts of the accounts area, by code. Quotes of product.md are exact. */
export const accountsTexts = {} as const;
