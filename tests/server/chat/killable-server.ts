// Runs the real main.ts as a process that can be killed and started again with the same data.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataFolder } from '../../support/server-process.ts';

const main = join(import.meta.dirname, '../../../examples/server/src/main.ts');

export class KillableServer {
  /** The server's address; the port changes with each start. */
  url = '';
  private folder = '';
  private child: ChildProcess | undefined;

  /** Starts the server and resolves when it is ready. */
  async start(): Promise<void> {
    this.folder ||= await prepareDataFolder(await mkdtemp(join(tmpdir(), 'openbell-kill-')));
    const { NODE_ENV: _runner, VITEST: _also, ...inherited } = process.env;
    const child = spawn(process.execPath, ['--conditions=@openbell/source', main], {
      env: { ...inherited, PORT: '0', CAPTCHA: 'off', RATE_LIMITS: 'off', OPENBELL_DATA: this.folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    let printed = '';
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    this.url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk;
        const found = /Openbell is ready at (\S+)\n/.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
    });
  }

  /** Sends SIGKILL and resolves when the process has ended. */
  async kill(): Promise<void> {
    const child = this.child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
