// Joins the rules with what a run has shown: what is wrong, and the page that says which test proves what.
import type { Claim } from './read-titles.ts';
import type { TestResult } from './results.ts';
import type { Rule } from './rule.ts';

/** What is wrong with the rules and the titles as they are written. */
export function claimProblems(rules: readonly Rule[], claims: readonly Claim[]): string[] {
  const ids = rules.map((rule) => rule.id);
  const claimed = new Set(claims.map((claim) => claim.id));
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two rules have the id ${id}`),
    ...rules
      .filter((rule) => !Object.hasOwn(tables, tableOf(rule)))
      .map(({ id, source }) => `${id} stands in ${source}, which is no part of the specification`),
    ...ids.filter((id) => !claimed.has(id)).map((id) => `no test names ${id}`),
    ...claims
      .filter(({ id }) => !ids.includes(id))
      .map(({ file, id }) => `${file} names ${id}, which is no rule`),
  ];
}

/** What the runs have not shown of what the titles claim. */
export function runProblems(claims: readonly Claim[], results: readonly TestResult[]): string[] {
  const shown = (claim: Claim): boolean =>
    results.some(({ file, ids }) => file === claim.file && ids.includes(claim.id));
  return [
    ...claims.filter((claim) => !shown(claim)).map(({ file, id }) => `${file} names ${id} and has not run`),
    ...results
      .filter((result) => !result.passed)
      .map(({ ids, file, title }) => `${ids.join(', ')} failed: ${file} › ${title}`),
  ];
}

/** The page's tables, in order, by where their rules stand. */
const tables: Readonly<Record<string, string>> = {
  'product.md 1': 'What the product does',
  'product.md 2': 'Screens and routes',
  'product.md 3': 'Entities',
  'product.md 4': 'States and transitions',
  'product.md 5': 'Validation rules',
  'product.md 6': 'Roles and permissions',
  'product.md 7': 'The calls it makes',
  'product.md 8': 'The error catalogue',
  'product.md 9': 'Business constants and limits',
  'decisions.md 1': 'Names',
  'decisions.md 2': 'Routes that the specification leaves open',
  'decisions.md 3': 'Storage',
  'decisions.md 4': 'The HTTP contract',
  'decisions.md 5': 'The member socket',
  'decisions.md 6': 'The options feed',
  'decisions.md 7': 'Providers',
  'decisions.md 8': 'Texts',
  'decisions.md 9': 'Running it',
  'decisions.md 10': 'Ticker search',
  'decisions.md 11': 'Small print',
  'decisions.md 12': 'What a person perceives',
  traps: 'Dangers that the specification leaves open',
  'our own': 'What is promised besides',
};

const tableOf = ({ source }: Rule): string => (source.startsWith('traps ') ? 'traps' : source);

const inCell = (text: string): string => text.replace(/[\\|<*_]/g, String.raw`\$&`);

/** `file › title` for each file; a file with more tests of the same rule says how many more. */
function provenBy(id: string, results: readonly TestResult[]): string {
  const proven = results.filter((result) => result.passed && result.ids.includes(id));
  const files = [...new Set(proven.map(({ file }) => file))].sort();
  const cells = files.map((file) => {
    const own = proven.filter((result) => result.file === file).map(({ title }) => title);
    const [first = '', ...more] = [...new Set(own)].sort();
    return inCell(`${file} › ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}`);
  });
  return cells.join('<br>');
}

/** The page, before it is formatted. Nothing in it changes from run to run. */
export function conformancePage(rules: readonly Rule[], results: readonly TestResult[]): string {
  const parts = Object.entries(tables).flatMap(([key, name]) => {
    const rows = rules
      .filter((rule) => tableOf(rule) === key)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(
        ({ id, source, rule }) => `| \`${id}\` | ${source} | ${inCell(rule)} | ${provenBy(id, results)} |`,
      );
    if (rows.length === 0) return [];
    return [
      `## ${name} (${key})`,
      `| id | source | rule | proven by |\n| - | - | - | - |\n${rows.join('\n')}`,
    ];
  });
  return [
    '# Conformance',
    'Made by `npm test` from the rules in `tests/conformance/rules` and the tests that name them; not edited by hand.',
    `${rules.length} rules, each proven by the tests beside it.`,
    ...parts,
    '',
  ].join('\n\n');
}
