// The reference server as `npm start` runs it, with its own data.
import { startServerProcess } from '../support/server-process.ts';

export interface ReferenceServer {
  readonly url: string;
  /** Signs in a demo account; returns its access token. */
  signIn(email: string): Promise<string>;
  /** The code in the newest mail to an address. */
  mailedCode(email: string): Promise<string>;
  close(): Promise<void>;
}

export async function startReferenceServer(dataFolder: string): Promise<ReferenceServer> {
  const server = await startServerProcess({ dataFolder, env: { RATE_LIMITS: 'off' } });
  const url = server.url.replace(/\/$/, '');
  return {
    url,
    async signIn(email) {
      const response = await fetch(`${url}/api/web/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ type: 'manual', username: email, password: 'Opening-bell-9', remember: true }),
      });
      return ((await response.json()) as { readonly access: string }).access;
    },
    async mailedCode(email) {
      const mails = (await (await fetch(`${url}/dev/mail.json?to=${email}`)).json()) as readonly {
        readonly text: string;
      }[];
      return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    },
    async close() {
      await server.stop('SIGTERM');
    },
  };
}
