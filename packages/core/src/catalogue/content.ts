/** Texts of the content area, by code. Quotes of product.md are exact. */
export const contentTexts = {} as const;
