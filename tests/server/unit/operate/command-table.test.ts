// Parsing, help and the reference come from one table of commands.
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../../examples/server/src/operate/command.types.ts';
import { commands } from '../../../../examples/server/src/operate/commands.ts';
import {
  parseArguments,
  referenceMarkdown,
} from '../../../../examples/server/src/operate-cli/command-line.ts';
import { formatJson, formatOutcome } from '../../../../examples/server/src/operate-cli/print.ts';

const all: readonly (readonly [string, Command])[] = Object.entries(commands);
const helpOf = (...words: readonly string[]) => {
  const parsed = parseArguments(words);
  return parsed.kind === 'help' ? parsed.text : '';
};
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

test('docs/guides/operate-commands.md is the reference of the table (update it with -u)', async () => {
  await expect(referenceMarkdown()).toMatchFileSnapshot('../../../../docs/guides/operate-commands.md');
});

describe.each(all)('%s', (name, command) => {
  test.each(command.examples)('the example %s is complete', (example) => {
    expect(parseArguments(wordsOf(example))).toMatchObject({ kind: 'run', name, missing: [] });
  });

  test('its help has every input and example', () => {
    const help = helpOf(...name.split(' '), '--help');
    for (const input of command.inputs) expect(help).toContain(input.about);
    for (const example of command.examples) expect(help).toContain(example);
    expect(help.includes('--dry-run')).toBe(command.destructive === true);
  });

  test('only the last positional input accepts several values', () => {
    const positional = command.inputs.filter((input) => input.positional);
    expect(positional.slice(0, -1).some(({ many }) => many)).toBe(false);
  });
});

describe('the command line', () => {
  test('reads options in any place, several values and a shortened --yes', () => {
    expect(parseArguments(['chat', 'add', '3', 'a@b.co', '12', '--json'])).toMatchObject({
      inputs: { chat: '3', members: ['a@b.co', '12'] },
      json: true,
    });
    expect(parseArguments(['chat', 'create', '--member', '1', 'Desk', '--member', '2'])).toMatchObject({
      inputs: { name: 'Desk', member: ['1', '2'] },
    });
    expect(parseArguments(['chat', 'archive', '-y', '3'])).toMatchObject({
      yes: true,
      inputs: { chat: '3' },
    });
  });

  test('names the missing inputs', () => {
    const parsed = parseArguments(['chat', 'rename', '3']);
    expect(parsed.kind === 'run' && parsed.missing.map(({ name }) => name)).toEqual(['name']);
  });

  test.each([
    [[], 'Usage: npm run operate -- [options] [command]'],
    [['course'], 'Usage: npm run operate -- course [options] [command]'],
    [['help', 'chat', 'add'], 'Usage: npm run operate -- chat add <chat> <members...> [options]'],
    [['alert', 'publish', '--help'], 'Usage: npm run operate -- alert publish <text> [options]'],
    [['alert', 'publish', 'x', '-h'], 'Usage: npm run operate -- alert publish <text> [options]'],
  ])('shows help for the words %j', (words, usage) => {
    expect(helpOf(...words)).toContain(`${usage}\n`);
  });

  test('wraps help at the width of the terminal', () => {
    const parsed = parseArguments(['member', 'ban', '--help'], 80);
    const lines = parsed.kind === 'help' ? parsed.text.split('\nExamples:')[0]?.split('\n') : undefined;
    expect(Math.max(...(lines ?? []).map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  test.each([
    ['publihs', "Unknown command 'publihs'. See: npm run operate -- --help"],
    ['alerts', "Unknown command 'alerts'. (Did you mean alert?) See: npm run operate -- --help"],
    [
      'alert publihs x',
      "Unknown command 'publihs'. (Did you mean publish?) See: npm run operate -- alert --help",
    ],
    [
      'alert list --limits 3',
      "Unknown option '--limits'. (Did you mean --limit?) See: npm run operate -- alert list --help",
    ],
    ['alert list --limit', "Option '--limit <integer>' argument missing. See: "],
    ['alert list --limit --json', "argument '--json' is invalid. It is an option. See: "],
    ['alert list --dry-run', "Unknown option '--dry-run'. See: "],
    ['alert publish SPY 520C', 'got 2: SPY, 520C. Put texts with spaces in quotes. See: '],
  ])('refuses %s with one line', (line, message) => {
    const parsed = parseArguments(line.split(' '));
    expect(parsed).toMatchObject({ kind: 'problem', message: expect.stringContaining(message) });
    expect(parsed).toMatchObject({ message: expect.not.stringContaining('\n') });
  });
});

test('prints rows as columns, cuts long cells and removes control characters', () => {
  const text = formatOutcome({
    message: '2 \u009b31mrows.\u202e',
    details: { a: 1, long_name: null },
    rows: [
      { id: 1, text: `\u001b[31mred\n${'x'.repeat(100)}`, last: 'y'.repeat(100) },
      { id: 22, text: 'short', last: true },
    ],
  });
  expect(text.split('\n')).toEqual([
    '2 31mrows.',
    '',
    'a          1',
    'long_name',
    '',
    `id  text${' '.repeat(76)}  last`,
    `1   [31mred ${'x'.repeat(71)}…  ${'y'.repeat(100)}`,
    `22  short${' '.repeat(75)}  true`,
  ]);
});

test('prints JSON without control characters', () => {
  const value = { text: 'a\u001b\u007f\u009b31m é' };
  const text = formatJson(value);
  expect(text).toContain('a\\u001b\\u007f\\u009b31m é');
  expect(JSON.parse(text)).toEqual(value);
});
