import { type Browser, chromium, type Page } from '@playwright/test';

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}

/** Opens a URL in a new browser context and collects its console messages. */
export async function consoleOf(
  browser: Browser,
  url: string,
  use: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<void>,
): Promise<readonly string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const consoleLines: string[] = [];
  page.on('console', (message) => consoleLines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => consoleLines.push(error.message));
  try {
    await prepare?.(page);
    await page.goto(url);
    await use(page);
  } catch (error) {
    throw new Error(`${String(error)}\nThe console said:\n${consoleLines.join('\n')}`);
  } finally {
    await context.close();
  }
  return consoleLines;
}
