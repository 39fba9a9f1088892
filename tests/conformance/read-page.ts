// Parses a page of the specification. A rule is a list item on one line: "- `chat.enter` Enter sends the message."
import type { Rule } from './rule.ts';

/** A page of the specification, as the index lists it. */
export interface Page {
  readonly title: string;
  /** File name in docs/specification. */
  readonly file: string;
  /** What the ids of its rules may begin with. */
  readonly areas: readonly string[];
}

export interface PageRules {
  readonly rules: readonly Rule[];
  readonly problems: readonly string[];
}

const indexRow = /^\| \[(?<title>[^\]]+)\]\((?<file>[\w-]+\.md)\) *\|.*\|(?<areas>[^|]*)\|$/gm;
/** A list item whose first words are code, however it is marked or indented. */
const codeItem = /^\s*(?:[-*+]|\d+[.)])\s+`/;
const ruleItem = /^- `(?<id>[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9-]*)` (?<text>\S.*[.'])$/;
const indented = /^\s+\S/;

/** The pages that the index (docs/specification/README.md) lists, in its order. */
export function readIndex(markdown: string): Page[] {
  return [...markdown.matchAll(indexRow)].map(({ groups }) => ({
    title: groups?.title ?? '',
    file: groups?.file ?? '',
    areas: [...(groups?.areas ?? '').matchAll(/`([^`]+)`/g)].map(([, area = '']) => area),
  }));
}

/** The rules of one page, and the items that look like rules and are not valid. */
export function readPage({ file, areas }: Page, markdown: string): PageRules {
  const lines = markdown.split('\n');
  const rules: Rule[] = [];
  const problems: string[] = [];
  lines.forEach((line, index) => {
    if (!codeItem.test(line)) return;
    const at = `${file}:${index + 1}`;
    const { id = '', text = '' } = ruleItem.exec(line)?.groups ?? {};
    if (id === '') problems.push(`${at} starts with code and is not a rule: ${line.trim()}`);
    else if (!areas.includes(id.split('.')[0] ?? ''))
      problems.push(`${at}: ${id} does not belong on this page`);
    else if (indented.test(lines[index + 1] ?? '')) problems.push(`${at}: ${id} is longer than one line`);
    else rules.push({ id, page: file, text });
  });
  return { rules, problems };
}
