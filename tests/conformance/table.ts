// The conformance table of the documentation site: each rule, its page, and the tests that name it.
import type { Page } from './read-page.ts';
import type { Claim } from './read-titles.ts';
import type { Rule } from './rule.ts';

const inCell = (text: string): string => text.replaceAll('|', String.raw`\|`);
const asText = (text: string): string => text.replaceAll(/[\\|<*_`[\]{}]/g, String.raw`\$&`);

/** Links of a rule's text, from the table instead of from its page. */
const linkedFrom = (text: string, folder: string, page: string): string =>
  text.replaceAll(
    /\]\(([\w-]+\.md)?(#[\w-]+)?\)/g,
    (_, file = page, anchor = '') => `](${folder}/${file}${anchor})`,
  );

/** `file › title` for each file; a file with more tests of the rule says how many more. */
function testsOf(id: string, claims: readonly Claim[]): string {
  return claims
    .filter((claim) => claim.id === id)
    .map(({ file, titles: [first, ...more] }) =>
      asText(
        `${file}${first === undefined ? '' : ` › ${first}`}${more.length === 0 ? '' : ` (and ${more.length} more)`}`,
      ),
    )
    .join('<br>');
}

/** The table as Markdown, in the order of the specification. `folder` leads from the table to the pages. */
export function conformanceTable(
  pages: readonly Page[],
  rules: readonly Rule[],
  claims: readonly Claim[],
  folder: string,
): string {
  const parts = pages.flatMap(({ title, file }) => {
    const rows = rules
      .filter(({ page }) => page === file)
      .map(
        ({ id, text }) =>
          `| \`${id}\` | ${inCell(linkedFrom(text, folder, file))} | ${testsOf(id, claims)} |`,
      );
    if (rows.length === 0) return [];
    const link = `[${title}](${folder}/${file})`;
    return [
      `## ${title}`,
      `Rules of ${link}: ${rows.length}.`,
      `| id | rule | tests |\n| - | - | - |\n${rows.join('\n')}`,
    ];
  });
  const summary = `${rules.length} rules of the specification, each with the tests that prove it. Generated from the pages and the titles of tests.`;
  return `${['# Conformance table', summary, ...parts].join('\n\n')}\n`;
}
