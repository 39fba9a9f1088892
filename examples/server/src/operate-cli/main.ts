#!/usr/bin/env node
// `npm run operate -- <command>`: the commands of the operator, run by the server that uses the data folder.
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { CommandRequest, CommandResponse, WireValue } from '../operate/command.types.ts';
import { labelOf } from '../operate/commands.ts';
import { operatorSocketPath } from '../operate/socket-path.ts';
import { type OnProgress, RefusedError, sendCommand, uploadFile, uploadFolder } from './call-server.ts';
import { helpOf } from './help.ts';
import { type ParsedCommand, parseArguments } from './parse-arguments.ts';
import { formatJson, formatOutcome, formatProgress, printable } from './print.ts';

const socketPath = operatorSocketPath(resolve(process.env.OPENBELL_DATA?.trim() || '.openbell'));
const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;

type Failure = Pick<Extract<CommandResponse, { ok: false }>, 'message' | 'refused'>;

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

/** Asks for the missing inputs on a terminal. */
async function complete({ name, inputs, missing }: ParsedCommand): Promise<ParsedCommand['inputs']> {
  if (missing.length === 0) return inputs;
  if (!isTerminal) {
    const names = missing.map(labelOf).join(', ');
    throw new RefusedError(`Missing: ${names}. See: npm run operate -- ${name} --help`);
  }
  const completed: Record<string, string | true | readonly string[]> = { ...inputs };
  for (const input of missing) {
    const text = await ask(`${input.name} (${input.about}) `);
    if (text === '') throw new RefusedError(`${input.name} is missing.`);
    completed[input.name] = input.many ? text.split(/\s+/) : text;
  }
  return completed;
}

const showProgress: OnProgress = (...progress) => {
  if (process.stderr.isTTY) process.stderr.write(formatProgress(...progress));
};

/** Uploads the files that the inputs name, makes paths absolute, and returns the inputs for the server. */
async function upload(
  { command }: ParsedCommand,
  inputs: ParsedCommand['inputs'],
): Promise<Readonly<Record<string, WireValue>>> {
  const sent: Record<string, WireValue> = { ...inputs };
  for (const { name, kind } of command.inputs) {
    const path = inputs[name];
    if (typeof path !== 'string') continue;
    if (kind === 'file') sent[name] = await uploadFile(socketPath, path, showProgress);
    if (kind === 'new-file') sent[name] = resolve(path);
    if (kind === 'folder') sent[name] = await uploadFolder(socketPath, path, showProgress);
  }
  return sent;
}

async function run(parsed: ParsedCommand): Promise<number> {
  const { name, command, json, dryRun } = parsed;
  const inputs = await complete(parsed);
  const request: CommandRequest = {
    command: name,
    operator: process.env.SUDO_USER ?? userInfo().username,
    inputs: await upload(parsed, inputs),
    dryRun,
  };
  if (command.destructive && !dryRun && !parsed.yes) {
    if (!isTerminal)
      throw new RefusedError('Add --yes to run this command, or --dry-run to see what it would do.');
    const preview = await sendCommand(socketPath, { ...request, dryRun: true });
    if (!preview.ok) return fail(preview, json);
    process.stderr.write(`${formatOutcome(preview)}\n\n`);
    if (!/^y(?:es)?$/i.test(await ask('Continue? [y/N] ')))
      return fail({ message: 'Nothing was changed.', refused: false }, json);
  }
  const response = await sendCommand(socketPath, request);
  if (!response.ok) return fail(response, json);
  if (json) {
    const { ok: _ok, ...outcome } = response;
    console.log(formatJson(outcome));
  } else console.log(formatOutcome(response));
  return 0;
}

/** Prints a failure and returns the exit code. */
function fail({ message, refused }: Failure, json: boolean): number {
  if (json) console.log(formatJson({ error: message }));
  else console.error(printable(message));
  return refused ? 2 : 1;
}

/** Returns the exit code: 0, 1 after a failure, 2 when the command was refused. */
async function main(words: readonly string[]): Promise<number> {
  const parsed = parseArguments(words);
  if (parsed.kind === 'help') {
    console.log(helpOf(parsed.name));
    return 0;
  }
  if (parsed.kind === 'problem') {
    const message = `${parsed.message} See: npm run operate -- ${parsed.help}`;
    return fail({ message, refused: true }, words.includes('--json'));
  }
  try {
    return await run(parsed);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail({ message, refused: error instanceof RefusedError }, parsed.json);
  }
}

process.exitCode = await main(process.argv.slice(2));
