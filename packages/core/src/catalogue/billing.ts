/** Texts of the billing area, by code. Quotes of product.md are exact. */
export const billingTexts = {} as const;
