import { type Browser, chromium, type Page } from '@playwright/test';

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}

/** Opens an address in a context of its own, and gives everything that its console said. */
export async function consoleOf(
  browser: Browser,
  url: string,
  use: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<void>,
): Promise<readonly string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(error.message));
  try {
    await prepare?.(page);
    await page.goto(url);
    await use(page);
  } catch (error) {
    throw new Error(`${String(error)}\nThe console said:\n${said.join('\n')}`);
  } finally {
    await context.close();
  }
  return said;
}
