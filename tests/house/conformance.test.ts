// The rules of docs/specification match the ids in test titles.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { claimProblems, runProblems } from '../conformance/find-problems.ts';
import { readIndex, readPage } from '../conformance/read-page.ts';
import { readPages, readRules } from '../conformance/read-rules.ts';
import { type Claim, claimsOf, readClaims } from '../conformance/read-titles.ts';
import type { TestResult } from '../conformance/results.ts';
import type { Rule } from '../conformance/rule.ts';
import { conformanceTable } from '../conformance/table.ts';
import { readTitle, titlesInSource } from '../conformance/titles.ts';
import { root } from './read-imports.ts';

describe('the specification', () => {
  const { rules, problems } = readRules();
  const pages = readPages();

  it('has only valid rules, and each page is in its index', () => {
    expect(problems).toEqual([]);
  });

  it('has a test for every rule, and every id in a title is a rule', () => {
    expect(claimProblems(rules, readClaims())).toEqual([]);
  });

  it('has every area on one page', () => {
    const areas = pages.flatMap((page) => page.areas);
    expect(new Set(areas).size).toBe(areas.length);
    const used = new Set(rules.map(({ id }) => id.split('.')[0]));
    expect(areas.filter((area) => area !== 'none' && !used.has(area))).toEqual([]);
  });

  test.each(pages)('$file cites only rules that exist', ({ file }) => {
    const areas = new Set(pages.flatMap((page) => page.areas));
    const text = readFileSync(join(root, 'docs/specification', file), 'utf8');
    const cited = [...text.matchAll(/`([a-z][a-z0-9-]*)\.([a-z0-9][a-z0-9-]*)`/g)]
      .filter(([, area = '']) => areas.has(area))
      .map(([, area, name]) => `${area}.${name}`);
    const ids = new Set(rules.map(({ id }) => id));
    expect(cited.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('reading a page', () => {
  const page = { title: 'Chat', file: 'chat.md', areas: ['chat'] };

  it('reads each rule with its id and text', () => {
    const { rules, problems } = readPage(
      page,
      '# Chat\n\n- `chat.enter` Enter sends; `Shift+Enter` adds a line.\n',
    );
    expect(rules).toEqual([
      { id: 'chat.enter', page: 'chat.md', text: 'Enter sends; `Shift+Enter` adds a line.' },
    ]);
    expect(problems).toEqual([]);
  });

  it('ignores tables and items that do not start with code', () => {
    const text = '- A visitor has no token.\n- See `chat.enter`.\n\n| `chat.enter` | Enter |\n';
    expect(readPage(page, text)).toEqual({ rules: [], problems: [] });
  });

  it.each([
    ['an id without a name', '- `chat` Enter sends.'],
    ['an id in capitals', '- `Chat.Enter` Enter sends.'],
    ['an id with blanks', '- `chat.enter key` Enter sends.'],
    ['no text', '- `chat.enter`'],
    ['a text that does not end', '- `chat.enter` Enter sends'],
    ['a colon after the id', '- `chat.enter`: Enter sends.'],
    ['another bullet', '* `chat.enter` Enter sends.'],
    ['a number', '1. `chat.enter` Enter sends.'],
    ['an indented item', '  - `chat.enter` Enter sends.'],
    ['code that is not an id', '- `POST /web/login` signs in.'],
  ])('reports an item with %s', (_, item) => {
    const { rules, problems } = readPage(page, `# Chat\n${item}\n`);
    expect(rules).toEqual([]);
    expect(problems).toEqual([`chat.md:2 starts with code and is not a rule: ${item.trim()}`]);
  });

  it('reports a rule of another page', () => {
    const { rules, problems } = readPage(page, '- `otp.title` The page has a title.');
    expect(rules).toEqual([]);
    expect(problems).toEqual(['chat.md:1: otp.title does not belong on this page']);
  });

  it('reports a rule that continues on the next line', () => {
    const { rules, problems } = readPage(page, '- `chat.enter` Enter sends.\n  Shift+Enter adds a line.');
    expect(rules).toEqual([]);
    expect(problems).toEqual(['chat.md:1: chat.enter is longer than one line']);
  });

  it('reads pages and their areas from the index', () => {
    const index = '| page | about | areas |\n| - | - | - |\n| [Chat](chat.md) | talk | `chat`, `socket` |\n';
    expect(readIndex(index)).toEqual([{ title: 'Chat', file: 'chat.md', areas: ['chat', 'socket'] }]);
  });
});

describe('reading titles', () => {
  const ids = `${'[otp.countdown]'} ${'[otp.again]'}`;

  it('splits the ids from the end of a title', () => {
    expect(readTitle(`counts down ${ids}`)).toEqual({
      title: 'counts down',
      ids: ['otp.countdown', 'otp.again'],
    });
    expect(readTitle('keeps [a list] as it is')).toEqual({ title: 'keeps [a list] as it is', ids: [] });
  });

  it('reads titles in a source, with quotes of every kind', () => {
    const titled = { ids: ['otp.countdown', 'otp.again'] };
    expect(titlesInSource(`it('counts down ${ids}', () => rows[row.index])`)).toEqual([
      { title: 'counts down', ...titled },
    ]);
    expect(titlesInSource(`test.each(['a'])("it's down ${ids}", f)`)).toEqual([
      { title: "it's down", ...titled },
    ]);
    expect(titlesInSource(`it('a\n down ${ids}', f)`)).toEqual([{ title: '', ...titled }]);
  });

  it('makes one claim for each rule of a file', () => {
    const one = `it('one ${'[a.b]'}', f); it('two ${'[a.b]'}', f);`;
    expect(claimsOf('a.test.ts', one)).toEqual([{ file: 'a.test.ts', id: 'a.b', titles: ['one', 'two'] }]);
  });
});

describe('joining rules and results', () => {
  const rule = (id: string): Rule => ({ id, page: 'a.md', text: `About ${id}.` });
  const claim = (id: string): Claim => ({ file: 'a.test.ts', id, titles: [`is ${id}`] });
  const result = (id: string, passed = true): TestResult => ({
    file: 'a.test.ts',
    title: id,
    ids: [id],
    passed,
  });

  it('finds no problem when each rule has a test that passed', () => {
    expect(claimProblems([rule('a.b')], [claim('a.b')])).toEqual([]);
    expect(runProblems([claim('a.b')], [result('a.b')])).toEqual([]);
  });

  it('reports a duplicate id, a rule without a test, and an id that is not a rule', () => {
    expect(claimProblems([rule('a.b'), rule('a.b'), rule('a.c')], [claim('a.b'), claim('a.d')])).toEqual([
      'two rules have the id a.b',
      'no test has the id a.c in its title',
      'a.test.ts names a.d, which is not a rule',
    ]);
  });

  it('reports a test that failed or did not run', () => {
    expect(runProblems([claim('a.b'), claim('a.c')], [result('a.b', false)])).toEqual([
      'a.test.ts names a.c and has not run',
      'a.b failed: a.test.ts › a.b',
    ]);
  });

  it('lists each rule with its tests in the table', () => {
    const pages = [
      { title: 'A', file: 'a.md', areas: ['a'] },
      { title: 'B', file: 'b.md', areas: ['b'] },
    ];
    const claims = [{ file: 'a.test.ts', id: 'a.b', titles: ['one | two', 'three'] }];
    const table = conformanceTable(pages, [rule('a.b')], claims, '../specification');
    expect(table).toContain('Rules of [A](../specification/a.md): 1.');
    expect(table).toContain(String.raw`| ${'`a.b`'} | About a.b. | a.test.ts › one \| two (and 1 more) |`);
    expect(table).not.toContain('## B');
  });

  it('rewrites the links of a rule for the table', () => {
    const pages = [{ title: 'A', file: 'a.md', areas: ['a'] }];
    const linking = { ...rule('a.b'), text: 'See [b](b.md#top) and [here](#here).' };
    expect(conformanceTable(pages, [linking], [], '../specification')).toContain(
      'See [b](../specification/b.md#top) and [here](../specification/a.md#here).',
    );
  });
});
