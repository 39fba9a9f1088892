import type { Schema } from '@openbell/core/contract';
import * as v from 'valibot';
import { HttpError } from './http-error.ts';

/** Validates an untrusted value. Throws 422 with the messages by field and the first one as the message. */
export function validate<T>(schema: Schema<T>, input: unknown): T {
  // An array would pass as an object without required fields.
  const result = v.safeParse(schema, Array.isArray(input) ? null : input);
  if (result.success) return result.output;
  const errors: Record<string, string[]> = Object.create(null);
  for (const issue of result.issues) {
    const field = String(issue.path?.[0]?.key ?? 'body');
    const list = errors[field] ?? [];
    errors[field] = list;
    if (!list.includes(issue.message)) list.push(issue.message);
  }
  throw new HttpError(422, result.issues[0].message, { errors: { ...errors } });
}
