// The reference server as `npm start` runs it, on data of its own, for the apps of strangers to call.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { strangersEnvironment } from './install-packed.ts';

const main = join(import.meta.dirname, '../../examples/server/src/main.ts');

export interface ReferenceServer {
  readonly url: string;
  /** Signs a demo account in; gives its access token. */
  signIn(email: string): Promise<string>;
  /** The code in the last mail to an address. */
  mailedCode(email: string): Promise<string>;
  close(): Promise<void>;
}

export async function startReferenceServer(dataFolder: string): Promise<ReferenceServer> {
  const child: ChildProcess = spawn(process.execPath, ['--conditions=@openbell/source', main], {
    env: strangersEnvironment({ PORT: '0', CAPTCHA: 'off', RATE_LIMITS: 'off', OPENBELL_DATA: dataFolder }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
      const found = /Openbell is ready at (\S+)\n/.exec(printed)?.[1];
      if (found !== undefined) resolve(found.replace(/\/$/, ''));
    });
    child.once('exit', () => reject(new Error(printed)));
  });
  return {
    url,
    async signIn(email) {
      const answer = await fetch(`${url}/api/web/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ type: 'manual', username: email, password: 'Opening-bell-9', remember: true }),
      });
      return ((await answer.json()) as { readonly access: string }).access;
    },
    async mailedCode(email) {
      const mails = (await (await fetch(`${url}/dev/mail.json?to=${email}`)).json()) as readonly {
        readonly text: string;
      }[];
      return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
