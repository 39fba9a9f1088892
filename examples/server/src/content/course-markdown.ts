// Reads course.md: YAML front matter and the details in Markdown. Pure.
import { marked } from 'marked';
import * as v from 'valibot';
import { parse } from 'yaml';
import { sanitizeHtml } from './sanitize-html.ts';

const text = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));
const file = v.optional(v.nullable(text(255)), null);
const frontMatterSchema = v.strictObject({
  name: text(200),
  description: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1_000)), ''),
  image: file,
  video: file,
  captions: file,
  documents: v.optional(v.array(v.strictObject({ name: text(200), file: text(255) })), []),
});

/** A course as it is written; the files are names in its folder. */
export interface WrittenCourse extends v.InferOutput<typeof frontMatterSchema> {
  /** Sanitized HTML. */
  readonly details: string;
  /** The targets of the links in the details. */
  readonly links: readonly string[];
}

/** Reads course.md. Throws an `Error` that says what is wrong. */
export function readCourseMarkdown(source: string): WrittenCourse {
  const [, head, body] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(source) ?? [];
  if (head === undefined) throw new Error('It must begin with the lines "---", the fields, and "---".');
  const result = v.safeParse(frontMatterSchema, parse(head));
  if (!result.success) {
    const [issue] = result.issues;
    throw new Error(`The field ${v.getDotPath(issue) ?? 'list'} is not valid: ${issue.message}`);
  }
  const details = sanitizeHtml(marked.parse(body ?? '', { async: false, gfm: true }));
  const links = [...details.matchAll(/<a href="([^"]*)"/g)].map(([, target = '']) =>
    target.replaceAll('&amp;', '&'),
  );
  return { ...result.output, details, links: [...new Set(links)] };
}
