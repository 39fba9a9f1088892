// Help and reference, derived from the table of commands. Pure.
import type { Command, Input } from '../operate/command.types.ts';
import { commands, findCommand } from '../operate/commands.ts';

const all: readonly (readonly [name: string, command: Command])[] = Object.entries(commands);
const prefix = 'npm run operate --';

/** Returns the help of a command, of an area such as `alert`, or of everything. */
export function helpOf(name: string): string {
  const command = findCommand(name);
  if (command !== undefined) return helpOfCommand(name, command);
  const shown = all.filter(([own]) => name === '' || own.startsWith(`${name} `));
  const list = shown.length === 0 ? all : shown;
  const width = Math.max(...list.map(([own]) => own.length));
  return [
    `Usage: ${prefix} <command> [inputs] [--json] [--help]`,
    '',
    ...list.map(([own, { about }]) => `  ${own.padEnd(width)}  ${about}`),
    '',
    `Inputs and examples of a command: ${prefix} <command> --help`,
  ].join('\n');
}

function helpOfCommand(name: string, command: Command): string {
  const rows = inputRows(command);
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    command.about,
    '',
    `Usage: ${prefix} ${usageOf(name, command)}`,
    '',
    ...rows.map(([label, about]) => `  ${label.padEnd(width)}  ${about}`),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${prefix} ${example}`),
  ].join('\n');
}

function usageOf(name: string, { inputs }: Command): string {
  const typed = inputs.map((input) => {
    const word = input.positional ? `<${input.name}>${input.many ? '…' : ''}` : optionOf(input);
    return input.required ? word : `[${word}]`;
  });
  return [name, ...typed].join(' ');
}

function optionOf({ name, kind, choices }: Input): string {
  if (kind === 'flag') return `--${name}`;
  return `--${name} <${choices?.join('|') ?? kind}>`;
}

function inputRows(command: Command): (readonly [label: string, about: string])[] {
  return [
    ...command.inputs.map(
      (input) => [input.positional ? `<${input.name}>` : optionOf(input), input.about] as const,
    ),
    ...(command.destructive
      ? ([
          ['--dry-run', 'Says what the command would do, and changes nothing.'],
          ['--yes', 'Runs without asking. Needed in scripts.'],
        ] as const)
      : []),
    ['--json', 'Prints the result as JSON.'] as const,
  ];
}

/** Returns the reference of all commands in Markdown. */
export function referenceMarkdown(): string {
  return [
    '# Commands of the operator',
    '',
    `Every command is typed after \`${prefix}\`. The [guide](operate.md) shows them in use. This page is generated from`,
    'the table of commands (`examples/server/src/operate/commands.ts`).',
    ...all.flatMap(([name, command]) => [
      '',
      `## ${name}`,
      '',
      command.about,
      '',
      '```text',
      usageOf(name, command),
      '',
      ...inputRows(command).map(([label, about]) => `${label}  ${about}`),
      '```',
      '',
      '```sh',
      ...command.examples.map((example) => `${prefix} ${example}`),
      '```',
    ]),
    '',
  ].join('\n');
}
