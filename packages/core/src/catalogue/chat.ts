/** Texts of the chat area, by code. Quotes of product.md are exact. */
export const chatTexts = {} as const;
