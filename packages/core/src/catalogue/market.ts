/** Texts of the market area, by code. Quotes of product.md are exact. */
export const marketTexts = {} as const;
