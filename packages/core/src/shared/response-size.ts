/** The maximum size of a response body in bytes. Longer bodies are not read to the end. */
export const MAX_RESPONSE_BYTES: number = 5_242_880;
