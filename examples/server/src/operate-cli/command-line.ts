// Parses the command line by the table of commands, and makes its help and reference. Pure.
import { Argument, CommanderError, Command as CommandLine, InvalidArgumentError, Option } from 'commander';
import type { Command, Input } from '../operate/command.types.ts';
import { commands } from '../operate/commands.ts';

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
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string };

const all: readonly (readonly [name: string, command: Command])[] = Object.entries(commands);
const prefix = 'npm run operate --';

/** Returns where the inputs of a command are shown. */
export function helpHint(name: string): string {
  return `See: ${[prefix, name, '--help'].filter((word) => word !== '').join(' ')}`;
}

/** Parses the words after `npm run operate --`. Help is wrapped at `width` characters. */
export function parseArguments(words: readonly string[], width?: number): Parsed {
  let text = '';
  let parsed: ParsedCommand | undefined;
  const program = makeProgram({
    width,
    write: (part) => {
      text += part;
    },
    onCommand: (command) => {
      parsed = command;
    },
  });
  try {
    program.parse(words[0] === 'help' ? [...words.slice(1), '--help'] : words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code.startsWith('commander.help')) return { kind: 'help', text: text.trimEnd() };
    return { kind: 'problem', message: oneLine(text, error.code) };
  }
  if (parsed === undefined) throw new Error('No command was parsed.');
  return parsed;
}

/** `error: unknown option '--x'` and its hints, each on a line, as sentences on one line. */
function oneLine(text: string, code: string): string {
  const [problem = '', ...hints] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n');
  const sentence = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`.replace(/\.?$/, '.');
  const quotes = code === 'commander.excessArguments' ? ['Put texts with spaces in quotes.'] : [];
  return [sentence, ...quotes, ...hints].join(' ');
}

interface ProgramOptions {
  readonly width?: number | undefined;
  readonly write: (text: string) => void;
  readonly onCommand: (command: ParsedCommand) => void;
}

function makeProgram({ width = Number.POSITIVE_INFINITY, write, onCommand }: ProgramOptions): CommandLine {
  const program = new CommandLine(prefix)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write })
    .configureHelp({ helpWidth: width, subcommandTerm: (command) => command.name() })
    .helpCommand(false)
    .helpOption('-h, --help', 'Shows the inputs and examples of a command.')
    .showHelpAfterError(helpHint(''));
  for (const entry of all) {
    const [word = '', inArea] = entry[0].split(' ');
    const parent = inArea === undefined ? program : areaOf(program, word);
    addInputs(parent.command(inArea ?? word), entry, onCommand);
  }
  return program;
}

/** Returns an area such as `alert`; the list of areas shows the words of its commands. */
function areaOf(program: CommandLine, area: string): CommandLine {
  const existing = program.commands.find((command) => command.name() === area);
  if (existing !== undefined) return existing;
  const names = all.filter(([name]) => name.startsWith(`${area} `)).map(([name]) => name.split(' ')[1]);
  return program
    .command(area)
    .summary(names.join(', '))
    .helpCommand(false)
    .showHelpAfterError(helpHint(area));
}

function addInputs(
  line: CommandLine,
  [name, command]: (typeof all)[number],
  onCommand: ProgramOptions['onCommand'],
): void {
  const required = command.inputs.filter((input) => input.required);
  const typed = required.map((input) => (input.positional ? argumentOf(input, '<>') : flagsOf(input)));
  const optional = command.inputs.filter((input) => input.positional && !input.required);
  line
    .description(command.about)
    .usage([...typed, ...optional.map((input) => argumentOf(input, '[]')), '[options]'].join(' '))
    .showHelpAfterError(helpHint(name))
    .addHelpText(
      'after',
      `\nExamples:\n${command.examples.map((typed) => `  ${prefix} ${typed}`).join('\n')}`,
    );
  const read = command.inputs.map((input) => [input, addInput(line, input)] as const);
  if (command.destructive) line.option('--dry-run', 'Says what the command would do, and changes nothing.');
  line
    // Without an effect on other commands, which accept it for scripts.
    .addOption(
      new Option('-y, --yes', 'Runs without asking. Needed in scripts.').hideHelp(!command.destructive),
    )
    .option('--json', 'Prints the result as JSON.')
    .action(() => {
      const values = read.map(([input, typed]) => [input, typed()] as const);
      const { json = false, yes = false, dryRun = false } = line.opts<Record<string, boolean>>();
      onCommand({
        kind: 'run',
        name,
        command,
        inputs: Object.fromEntries(
          values.flatMap(([input, value]) => (value === undefined ? [] : [[input.name, value]])),
        ),
        missing: values.flatMap(([input, value]) => (input.required && value === undefined ? [input] : [])),
        json,
        yes,
        dryRun,
      });
    });
}

type Typed = string | true | readonly string[] | undefined;

/** Adds an input and returns the function that reads it. A missing one is no error here: a terminal can ask for it. */
function addInput(line: CommandLine, input: Input): () => Typed {
  if (input.positional) {
    const index = line.registeredArguments.length;
    line.addArgument(new Argument(argumentOf(input, '[]'), input.about));
    return () => {
      const value: Typed = line.processedArgs[index];
      return Array.isArray(value) && value.length === 0 ? undefined : value;
    };
  }
  const option = new Option(flagsOf(input), input.about);
  if (input.kind !== 'flag')
    option.argParser<string | readonly string[] | undefined>((value, earlier = []) => {
      if (value.startsWith('--')) throw new InvalidArgumentError('It is an option.');
      return input.many ? [...earlier, value] : value;
    });
  line.addOption(option);
  return () => line.getOptionValue(option.attributeName());
}

function argumentOf({ name, many }: Input, [open, close]: '<>' | '[]'): string {
  return `${open}${name}${many ? '...' : ''}${close}`;
}

function flagsOf({ name, kind, choices }: Input): string {
  return kind === 'flag' ? `--${name}` : `--${name} <${choices?.join('|') ?? kind}>`;
}

/** Returns the reference of all commands in Markdown. */
export function referenceMarkdown(): string {
  const program = makeProgram({ write: () => undefined, onCommand: () => undefined });
  const helpOf = (name: string) =>
    name
      .split(' ')
      .reduce((line, word) => line.commands.find((command) => command.name() === word) ?? line, program)
      .helpInformation()
      .trimEnd();
  return [
    '# Commands of the operator',
    '',
    `Every command is typed after \`${prefix}\`. The [guide](operate.md) shows them in use. This page is generated from`,
    'the table of commands (`examples/server/src/operate/commands.ts`).',
    ...all.flatMap(([name, command]) => [
      '',
      `## ${name}`,
      '',
      '```text',
      helpOf(name),
      '```',
      '',
      '```sh',
      ...command.examples.map((example) => `${prefix} ${example}`),
      '```',
    ]),
    '',
  ].join('\n');
}
