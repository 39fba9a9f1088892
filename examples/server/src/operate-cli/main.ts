#!/usr/bin/env node
// `npm run operate -- <command>`: the commands of the operator, run by the server that uses the data folder.
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { CommandRequest, CommandResponse, WireValue } from '../operate/command.types.ts';
import { labelOf } from '../operate/commands.ts';
import { operatorSocketPath } from '../operate/socket-path.ts';
import { RefusedError, sendCommand, uploadFile, uploadFolder } from './call-server.ts';
import { helpHint, type ParsedCommand, parseArguments } from './command-line.ts';
import { formatJson, formatOutcome, printable } from './print.ts';
import { askFor, askToContinue, isTerminal, showUploads } from './terminal.ts';

const socketPath = operatorSocketPath(resolve(process.env.OPENBELL_DATA?.trim() || '.openbell'));

type Failure = Pick<Extract<CommandResponse, { ok: false }>, 'message' | 'refused'>;

/** Asks for the missing inputs on a terminal. */
async function complete({ name, inputs, missing }: ParsedCommand): Promise<ParsedCommand['inputs']> {
  if (missing.length === 0) return inputs;
  if (!isTerminal) {
    const names = missing.map(labelOf).join(', ');
    throw new RefusedError(`Missing: ${names}. ${helpHint(name)}`);
  }
  const completed: Record<string, string | true | readonly string[]> = { ...inputs };
  for (const input of missing) {
    const text = await askFor(input);
    if (text === undefined) throw new RefusedError(`${input.name} is missing.`);
    completed[input.name] = input.many ? text.split(/\s+/) : text;
  }
  return completed;
}

/** Uploads the files that the inputs name, makes paths absolute, and returns the inputs for the server. */
async function upload(
  { command }: ParsedCommand,
  inputs: ParsedCommand['inputs'],
): Promise<Readonly<Record<string, WireValue>>> {
  const sent: Record<string, WireValue> = { ...inputs };
  const { onProgress, stop } = showUploads();
  try {
    for (const { name, kind } of command.inputs) {
      const path = inputs[name];
      if (typeof path !== 'string') continue;
      if (kind === 'file') sent[name] = await uploadFile(socketPath, path, onProgress);
      if (kind === 'new-file') sent[name] = resolve(path);
      if (kind === 'folder') sent[name] = await uploadFolder(socketPath, path, onProgress);
    }
  } finally {
    stop();
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
    if (!(await askToContinue())) return fail({ message: 'Nothing was changed.', refused: false }, json);
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
  const parsed = parseArguments(words, process.stdout.columns);
  if (parsed.kind === 'help') {
    console.log(parsed.text);
    return 0;
  }
  if (parsed.kind === 'problem') {
    return fail({ message: parsed.message, refused: true }, words.includes('--json'));
  }
  try {
    return await run(parsed);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail({ message, refused: error instanceof RefusedError }, parsed.json);
  }
}

process.exitCode = await main(process.argv.slice(2));
