// Runs programs such as `npm run operate`, without a terminal.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../../examples/server/src/operate-cli/main.ts');

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export interface RunOptions {
  readonly dataFolder: string;
  readonly uid?: number | undefined;
}

/** Runs a command of the operator from its sources. */
export function runOperate(words: readonly string[], options: RunOptions): Promise<Run> {
  return runProgram(process.execPath, ['--conditions=@openbell/source', main, ...words], options);
}

export function runProgram(
  program: string,
  words: readonly string[],
  { dataFolder, uid }: RunOptions,
): Promise<Run> {
  const { SUDO_USER: _, ...env } = process.env;
  const child = spawn(program, words, {
    env: { ...env, OPENBELL_DATA: dataFolder },
    ...(uid === undefined ? {} : { uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    error += part;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, error })));
}
