/** Milliseconds in which its sender can unsend a message. */
export const unsendWindowMs: number = 24 * 3_600_000;
