import type { Schema } from '@openbell/core/contract';
import * as v from 'valibot';

/** Parses a JSON text by a schema. Null if it is not JSON, or does not match. */
export function parseJson<T>(schema: Schema<T>, text: string): T | null {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return success ? output : null;
}
