/** The longest body of an answer that is read, in bytes. The rest of a longer one is not waited for. */
export const MAX_ANSWER_BYTES: number = 5_242_880;
