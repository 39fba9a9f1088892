// Parses the command line by the table of commands. Pure.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Command, Input } from '../operate/command.types.ts';
import { commands, findCommand } from '../operate/commands.ts';

export interface ParsedCommand {
  readonly kind: 'run';
  readonly name: string;
  readonly command: Command;
  /** Text, true, or several texts by name. Files and folders are paths. */
  readonly inputs: Readonly<Record<string, string | true | readonly string[]>>;
  /** Required inputs that were not typed. */
  readonly missing: readonly Input[];
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

export type Parsed =
  | ParsedCommand
  /** Without a name, the list of commands; with an area, its commands. */
  | { readonly kind: 'help'; readonly name: string }
  /** `help`: what shows the right commands or inputs, for example `alert` or `alert list --help`. */
  | { readonly kind: 'problem'; readonly message: string; readonly help: string };

const common = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** Parses the words after `npm run operate --`. */
export function parseArguments(words: readonly string[]): Parsed {
  const [first = '', second = ''] = words;
  const name = [`${first} ${second}`, first].find((candidate) => findCommand(candidate) !== undefined);
  const wantsHelp =
    words.length === 0 || words.includes('--help') || words.includes('-h') || first === 'help';
  if (name === undefined) {
    const area = first === 'help' ? words.slice(1).join(' ') : first.startsWith('-') ? '' : first;
    if (wantsHelp || (words.length === 1 && isArea(area))) return { kind: 'help', name: area };
    return {
      kind: 'problem',
      message: `There is no command ${words.slice(0, 2).join(' ')}.`,
      help: isArea(first) ? first : '--help',
    };
  }
  if (wantsHelp) return { kind: 'help', name };
  const command = findCommand(name) as Command;
  return parseInputs(name, command, words.slice(name.split(' ').length));
}

function isArea(area: string): boolean {
  return Object.keys(commands).some((name) => name.startsWith(`${area} `));
}

function parseInputs(name: string, command: Command, words: readonly string[]): Parsed {
  const options = command.inputs.filter(({ positional }) => !positional);
  const positional = command.inputs.filter((input) => input.positional);
  const problem = (message: string): Parsed => ({ kind: 'problem', message, help: `${name} --help` });
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        ...common,
        ...Object.fromEntries(
          options.map(({ name: option, kind, many }) => [
            option,
            { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: many === true },
          ]),
        ),
      },
    });
    const inputs: Record<string, string | true | readonly string[]> = {};
    for (const [index, input] of positional.entries()) {
      const typed = input.many ? positionals.slice(index) : positionals[index];
      if (typed !== undefined && typed.length > 0) inputs[input.name] = typed;
    }
    if (positionals.length > positional.length && positional.at(-1)?.many !== true)
      return problem(`"${positionals[positional.length]}" is one word too many. ${quoteHint}`);
    for (const { name: option } of options) {
      const value = (values as Readonly<Record<string, string | boolean | string[] | undefined>>)[option];
      if (value !== undefined && value !== false) inputs[option] = value;
    }
    const { json = false, yes = false, 'dry-run': dryRun = false } = values;
    if (dryRun && !command.destructive) return problem(`${name} deletes nothing and has no --dry-run.`);
    const missing = command.inputs.filter((input) => input.required && inputs[input.name] === undefined);
    return { kind: 'run', name, command, inputs, missing, json, dryRun, yes };
  } catch (error) {
    // Node adds how to type an argument that starts with a hyphen.
    const [text = ''] = String(error instanceof Error ? error.message : error).split(/\. To specify|\n/);
    return problem(`${text.replace('argument is ambiguous', 'has no value').replace(/\.$/, '')}.`);
  }
}

const quoteHint = 'Put texts with spaces in quotes.';
