// Reads codes from the sandbox's outbox.
import type { Page } from '@playwright/test';

/** Returns the digits of the newest mail to an address. */
export async function mailedCode(page: Page, email: string): Promise<string> {
  const response = await page.request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
  const [mail] = (await response.json()) as { readonly text: string }[];
  const code = /^\s*(\d{6})$/m.exec(mail?.text ?? '')?.[1];
  if (code === undefined) throw new Error(`No code was sent to ${email}.`);
  return code;
}
