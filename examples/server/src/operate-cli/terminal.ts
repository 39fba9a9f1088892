// Questions and progress on a terminal. They go to the standard error, so that the standard output has only the result.
import { confirm, isCancel, type ProgressResult, progress, select, text } from '@clack/prompts';
import type { Input } from '../operate/command.types.ts';
import type { OnProgress } from './call-server.ts';
import { printable } from './print.ts';

const style = { output: process.stderr, withGuide: false } as const;

export const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks for an input; undefined when the user cancels. */
export async function askFor({ name, about, choices }: Input): Promise<string | undefined> {
  const message = `${name} (${about})`;
  const answer =
    choices === undefined
      ? await text({ ...style, message, validate: (typed) => (typed?.trim() ? undefined : 'Type a value.') })
      : await select({ ...style, message, options: choices.map((value) => ({ value })) });
  return isCancel(answer) ? undefined : answer.trim();
}

/** Asks whether to continue. The answer is no unless the user chooses yes. */
export async function askToContinue(): Promise<boolean> {
  return (await confirm({ ...style, message: 'Continue?', initialValue: false })) === true;
}

/** Shows the progress of uploads, one bar per file. `stop` ends the bar of a file that was not sent completely. */
export function showUploads(): { readonly onProgress: OnProgress; readonly stop: () => void } {
  let bar: ProgressResult | undefined;
  let shown = 0;
  // Clack exits with code 0 when Ctrl+C is pressed while it shows a bar.
  process.once('exit', () => {
    if (bar !== undefined) process.exitCode = 1;
  });
  const onProgress: OnProgress = (name, sent, total) => {
    if (!isTerminal) return;
    const label = printable(name);
    if (bar === undefined) {
      bar = progress({ ...style, max: total });
      bar.start(label);
      shown = 0;
    }
    bar.advance(sent - shown);
    shown = sent;
    if (sent < total) return;
    bar.stop(label);
    bar = undefined;
  };
  const stop = () => {
    bar?.error('The upload failed.');
    bar = undefined;
  };
  return { onProgress, stop };
}
