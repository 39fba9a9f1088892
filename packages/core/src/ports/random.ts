/** Generates unique ids. */
export interface Random {
  /** A version 4 UUID. */
  uuid(): string;
}

export const systemRandom: Random = {
  uuid() {
    // randomUUID exists only in secure contexts; getRandomValues exists everywhere.
    if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
    // Each 0 and 1 becomes a random hexadecimal digit, the 8 one of 8 to b.
    return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
      const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
      return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
    });
  },
};
