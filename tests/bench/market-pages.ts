// Contenders that run in a Chromium page.
import { benchPages } from './browser/pages.ts';

let pages: ReturnType<typeof benchPages> | null = null;

/** Opens a contender's page. The returned function runs it once and resolves with the milliseconds. */
export async function marketPage(contender: string): Promise<() => Promise<number>> {
  pages ??= benchPages('market');
  const page = await (await pages).open(contender);
  await page.waitForFunction(() => 'bench' in window, undefined, { timeout: 60_000 });
  return () => page.evaluate(() => (window as unknown as { bench: { run(): number } }).bench.run());
}
