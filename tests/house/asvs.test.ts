// docs/security/asvs.csv: each row cites rules, whose tests prove it, or test files, or has the reason why there are none.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRules } from '../conformance/read-rules.ts';
import { root } from './read-imports.ts';

interface Row {
  readonly requirement: string;
  readonly level: string;
  readonly statement: string;
  readonly status: string;
  readonly evidence: string;
}

/** Fields with a comma are quoted; no field contains a quote. */
function readRows(): Row[] {
  const text = readFileSync(join(root, 'docs/security/asvs.csv'), 'utf8');
  const [head, ...lines] = text.trimEnd().split('\n');
  expect(head).toBe('requirement,level,statement,status,evidence');
  return lines.map((line) => {
    const fields = [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,"]*))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    expect(fields, line).toHaveLength(5);
    const [requirement = '', level = '', statement = '', status = '', evidence = ''] = fields;
    return { requirement, level, statement, status, evidence };
  });
}

const rows = readRows();

test('every row has a requirement of ASVS 5.0.0, its level and a statement', () => {
  const odd = rows.filter(
    ({ requirement, level, statement, status }) =>
      !/^\d+\.\d+\.\d+$/.test(requirement) ||
      !/^[12]$/.test(level) ||
      statement.length < 10 ||
      !['tested', 'not applicable', 'open'].includes(status),
  );
  expect(odd).toEqual([]);
  expect(new Set(rows.map(({ requirement }) => requirement)).size).toBe(rows.length);
});

test('every tested row cites rules of the specification or existing test files', () => {
  const rules = new Set(readRules().rules.map(({ id }) => id));
  const missing = rows
    .filter(({ status }) => status === 'tested')
    .flatMap(({ requirement, evidence }) =>
      evidence
        .split('; ')
        .filter(
          (entry) =>
            !rules.has(entry) &&
            !(/^tests\/.*\.(?:test|spec)\.tsx?$/.test(entry) && existsSync(join(root, entry))),
        )
        .map((entry) => `${requirement}: ${entry}`),
    );
  expect(missing).toEqual([]);
});

test('every untested row has a reason', () => {
  const silent = rows.filter(({ status, evidence }) => status !== 'tested' && evidence.length < 20);
  expect(silent.map(({ requirement }) => requirement)).toEqual([]);
});

/** The entries of the list below each line that the pattern matches. */
function entriesBelow(text: string, line: RegExp): string[] {
  return text
    .split(/\n(?=#|[^\n]+:\n)/)
    .filter((section) => line.test(section))
    .flatMap((section) => section.match(/^- (?:.|\n(?! *\n|- ))*/gm) ?? []);
}

const claims = [
  { path: 'SECURITY.md', line: /^Each entry names its tests/ },
  { path: 'docs/security/threat-model.md', line: /^Protected:$/m },
];
const testName = /`([\w/*.-]+\.(?:test|spec)\.tsx?)`/g;

test.each(claims)('each entry of $path that claims a protection names its tests', ({ path, line }) => {
  const entries = entriesBelow(readFileSync(join(root, path), 'utf8'), line);
  expect(entries.length).toBeGreaterThan(7);
  expect(entries.filter((entry) => entry.match(testName) === null)).toEqual([]);
});

test.each(claims)('each test that $path names exists', ({ path }) => {
  const text = readFileSync(join(root, path), 'utf8');
  const named = [...text.matchAll(testName)].map(([, name]) => name ?? '');
  const files = readdirSync(join(root, 'tests'), { recursive: true }).map(String);
  const missing = named.filter((name) => {
    const pattern = new RegExp(`(?:^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`);
    return !files.some((file) => pattern.test(file));
  });
  expect(missing).toEqual([]);
});

test('the threat model has no claim outside a list', () => {
  const text = readFileSync(join(root, 'docs/security/threat-model.md'), 'utf8');
  expect(text.match(/^Protected:.+$/gm)).toBeNull();
});
