// Checks the mentions of a posted message.
import * as v from 'valibot';
import { parseJson } from '../parse-json.ts';

const idText = v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number));
const mentionsSchema = v.pipe(
  v.array(v.union([idText, v.pipe(v.number(), v.safeInteger())])),
  v.maxLength(50),
  v.transform((ids) => [...new Set(ids)]),
);

/** Reads the `mention_for` field: null when it is not a JSON list of at most 50 ids. */
export function readMentions(field: string | undefined): readonly number[] | null {
  return field === undefined || field.trim() === '' ? [] : parseJson(mentionsSchema, field);
}
