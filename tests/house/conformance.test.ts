// The conformance table (docs/conformance.md) is made from the titles of tests: what is wrong with the titles shows here,
// before anything runs.
import { describe, expect, it } from 'vitest';
import { claimProblems, conformancePage, runProblems } from '../conformance/join.ts';
import { readRules } from '../conformance/read-rules.ts';
import { type Claim, readClaims } from '../conformance/read-titles.ts';
import type { TestResult } from '../conformance/results.ts';
import type { Rule } from '../conformance/rule.ts';
import { idsInSource, readTitle } from '../conformance/titles.ts';

it('every rule of the specification is named by a test, and every id in a title is a rule', async () => {
  expect(claimProblems(await readRules(), readClaims())).toEqual([]);
});

it('every rule has a readable id, and a sentence that ends', async () => {
  const odd = (await readRules()).filter(
    ({ id, rule }) => !/^[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9-]*$/.test(id) || !/[.'’]$/.test(rule),
  );
  expect(odd).toEqual([]);
});

describe('reading titles', () => {
  it('takes the ids off the end', () => {
    const title = `counts down ${'[otp.countdown]'} ${'[otp.again]'}`;
    expect(readTitle(title)).toEqual({ title: 'counts down', ids: ['otp.countdown', 'otp.again'] });
    expect(readTitle('keeps [a list] as it is')).toEqual({ title: 'keeps [a list] as it is', ids: [] });
    expect(idsInSource(`it('${title}', () => rows[row.index])`)).toEqual(['otp.countdown', 'otp.again']);
  });
});

describe('joining rules and results', () => {
  const rule = (id: string): Rule => ({ id, source: 'product.md 4', rule: `About ${id}.` });
  const result = (id: string, passed = true): TestResult => ({
    file: 'a.test.ts',
    title: id,
    ids: [id],
    passed,
  });

  const claim = (id: string): Claim => ({ file: 'a.test.ts', id });

  it('is content when each rule has a test that passed', () => {
    const rules = [rule('a.b')];
    expect(claimProblems(rules, [claim('a.b')])).toEqual([]);
    expect(runProblems([claim('a.b')], [result('a.b')])).toEqual([]);
    expect(conformancePage(rules, [result('a.b')])).toContain(
      '| `a.b` | product.md 4 | About a.b. | a.test.ts › a.b |',
    );
  });

  it('tells a doubled id, a rule without a test, and an id that is no rule', () => {
    expect(claimProblems([rule('a.b'), rule('a.b'), rule('a.c')], [claim('a.b'), claim('a.d')])).toEqual([
      'two rules have the id a.b',
      'no test names a.c',
      'a.test.ts names a.d, which is no rule',
    ]);
  });

  it('a rule may stand in a row of the traps; one that stands nowhere is told', () => {
    const known: Rule = { ...rule('a.b'), source: 'traps E12' };
    expect(conformancePage([known], [result('a.b')])).toContain('| `a.b` | traps E12 |');
    expect(claimProblems([{ ...rule('a.b'), source: 'product.md 10' }], [claim('a.b')])).toEqual([
      'a.b stands in product.md 10, which is no part of the specification',
    ]);
  });

  it('tells a test that failed or did not run', () => {
    expect(runProblems([claim('a.b'), claim('a.c')], [result('a.b', false)])).toEqual([
      'a.test.ts names a.c and has not run',
      'a.b failed: a.test.ts › a.b',
    ]);
  });
});
