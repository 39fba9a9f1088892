/** `type` of a trade. */
export const BOUGHT = 1;
export const BETWEEN = 2;
export const SOLD = 3;
/** `contract_type` of a trade. */
export const CALL = 1;
export const PUT = 2;
