// Parsing, help and the reference come from one table of commands.
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../../examples/server/src/operate/command.types.ts';
import { commands } from '../../../../examples/server/src/operate/commands.ts';
import { helpOf, referenceMarkdown } from '../../../../examples/server/src/operate-cli/help.ts';
import { parseArguments } from '../../../../examples/server/src/operate-cli/parse-arguments.ts';
import {
  formatJson,
  formatOutcome,
  formatProgress,
} from '../../../../examples/server/src/operate-cli/print.ts';

const all: readonly (readonly [string, Command])[] = Object.entries(commands);
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
    const help = helpOf(name);
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

  test('shows help for no words, an area, and the word help', () => {
    expect(parseArguments([])).toEqual({ kind: 'help', name: '' });
    expect(parseArguments(['course'])).toEqual({ kind: 'help', name: 'course' });
    expect(parseArguments(['help', 'chat', 'add'])).toEqual({ kind: 'help', name: 'chat add' });
    expect(parseArguments(['alert', 'publish', '--help'])).toEqual({ kind: 'help', name: 'alert publish' });
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

test('prints the progress of an upload as a bar, and ends the line when it is complete', () => {
  expect(formatProgress('film\u001b.mp4', 512, 1_024)).toBe(
    `\r${'█'.repeat(10)}${'░'.repeat(10)}  50 % film.mp4`,
  );
  expect(formatProgress('film.mp4', 1_024, 1_024)).toBe(`\r${'█'.repeat(20)} 100 % film.mp4\n`);
});

test('prints JSON without control characters', () => {
  const value = { text: 'a\u001b\u007f\u009b31m é' };
  const text = formatJson(value);
  expect(text).toContain('a\\u001b\\u007f\\u009b31m é');
  expect(JSON.parse(text)).toEqual(value);
});
