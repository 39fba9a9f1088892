#!/usr/bin/env node
// The program `openbell-verify`. This folder runs only in Node.
import { help, readArguments } from './arguments.ts';
import { exitCodeOf, reportAsJson, reportAsText } from './print-report.ts';
import { CannotVerifyError, runVerify } from './run-verify.ts';

const read = readArguments(process.argv.slice(2), process.env);
if (read.kind === 'help') process.stdout.write(help);
else if (read.kind === 'invalid') fail(`${read.message}\nRun openbell-verify --help for the options.\n`);
// npm only warns about older versions. They have no WebSocket, so every socket would look broken.
else if (typeof WebSocket === 'undefined') {
  fail(`openbell-verify needs Node 22 or newer; this is ${process.version}.\n`);
} else {
  const { json, ...options } = read.arguments;
  try {
    const report = await runVerify(options);
    process.stdout.write((json ? reportAsJson : reportAsText)(report, [options.token, options.feedAuth]));
    process.exitCode = exitCodeOf(report);
  } catch (error) {
    if (!(error instanceof CannotVerifyError)) throw error;
    fail(`${error.message}\n`);
  }
}

function fail(message: string): void {
  process.stderr.write(message);
  process.exitCode = 2;
}
