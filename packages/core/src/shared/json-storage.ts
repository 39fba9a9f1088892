import * as v from 'valibot';

/** Parses stored JSON. Null when it is missing, longer than `maxLength` characters, malformed or invalid. */
export function readStored<T>(
  text: string | null,
  schema: v.GenericSchema<unknown, T>,
  maxLength: number = Number.POSITIVE_INFINITY,
): T | null {
  if (text === null || text.length > maxLength) return null;
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(text));
    return success ? output : null;
  } catch {
    return null;
  }
}
