import { listMails } from '../../../examples/server/src/mail/outbox.ts';
import type { TestServer } from '../../support/test-server.ts';

export const newPassword = 'Closing-bell-7';

/** The calls of a password reset, and the mails that they send. */
export function recoveryOf(server: TestServer) {
  const post = (path: string, body: object) => server.call('POST', `/api/web/${path}`, { body });
  return {
    send: (email: string) => post('send-otp', { email }),
    resend: (email: string) => post('resend-otp', { email }),
    verify: (email: string, otp: string) => post('verify-otp', { email, otp }),
    reset: (email: string, otp: string, password = newPassword) =>
      post('reset-password', { email, otp, password, confirm_password: password }),
    resetWithToken: (email: string, reset_token: string, parts: object = {}) =>
      post('reset-password', {
        email,
        reset_token,
        password: newPassword,
        confirm_password: newPassword,
        ...parts,
      }),
    async mailsTo(email: string): Promise<readonly { subject: string; text: string }[]> {
      return listMails(server.context.db, email);
    },
    /** The code in the newest mail to an address. */
    async codeOf(email: string): Promise<string> {
      const [mail] = await this.mailsTo(email);
      const code = /^\s*(\d{6})$/m.exec(mail?.text ?? '')?.[1];
      if (code === undefined) throw new Error(`No code was sent to ${email}.`);
      return code;
    },
    /** Requests a code and reads it from the mail. */
    async newCode(email: string): Promise<string> {
      const response = await this.send(email);
      if (response.status !== 200)
        throw new Error(`send-otp was answered ${response.status}: ${response.text}`);
      return this.codeOf(email);
    },
    /** Requests a code and verifies it. */
    async verifiedCode(email: string): Promise<string> {
      const otp = await this.newCode(email);
      await this.verify(email, otp);
      return otp;
    },
  };
}

/** Returns other digits than these. */
export function anotherCode(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, '0');
}

/** Sends fifty wrong codes at once with both calls after a verification; returns the statuses. */
export async function guessInParallel(server: TestServer, email: string): Promise<number[]> {
  const recovery = recoveryOf(server);
  const code = await recovery.verifiedCode(email);
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const guess = anotherCode(code, index + 1);
      return index % 2 === 0 ? recovery.verify(email, guess) : recovery.reset(email, guess);
    }),
  );
  responses.push(await recovery.reset(email, code));
  return responses.map(({ status }) => status);
}
