// Trade flash: the tape, live from the sandbox feed.
import { expect, expectAccessible, test } from '../app-test.ts';
import { connected, newestOf, openMarket } from './market-pages.ts';

test('follows live trades until the user scrolls up', {
  tag: '@phone-long',
}, async ({ page }) => {
  await openMarket(page, '?tab=trade-flash');
  const rows = page
    .getByRole('list', { name: /trade/i })
    .or(page.getByRole('log', { name: /trade/i }))
    .getByRole('listitem');
  await expect(rows.first()).toBeVisible({ timeout: 90_000 });
  await expect.poll(() => rows.count()).toBeGreaterThan(4);
  // The weight is the root of the share of the largest, and no bar covers a text.
  const lines = await rows.evaluateAll((list) =>
    list.map((line) => {
      const weight = line.querySelector<HTMLElement>('.ob-tape-weight');
      const time = line.querySelector('time')?.getBoundingClientRect();
      const above = document.elementsFromPoint((time?.x ?? 0) + 4, (time?.y ?? 0) + 14);
      return {
        dollars: Number(line.querySelector('.ob-tape-dollars')?.textContent?.replace(/[$,]/g, '')),
        share: Number.parseFloat(weight?.style.backgroundSize ?? '') / 100,
        covered:
          weight !== null &&
          above.includes(weight) &&
          above.indexOf(weight) < above.findIndex((one) => one.tagName === 'TIME'),
      };
    }),
  );
  const largest = lines.reduce((most, { dollars, share }) => Math.max(most, dollars / share ** 2), 0);
  for (const { dollars, share, covered } of lines) {
    expect(covered).toBe(false);
    expect(share).toBeGreaterThan(0);
    if (share > 0.1) expect(dollars / share ** 2 / largest).toBeGreaterThan(0.95);
  }
  await expectAccessible(page);
});

test('shows live trades, and keeps alerts off until they are switched on [market.alerts-off]', {
  tag: '@smoke',
}, async ({ page }) => {
  await openMarket(page, '?tab=trade-flash');
  await expect(page.getByText(connected)).toBeVisible({ timeout: 90_000 });
  // Outside market hours the sandbox replays the last session, which has no lag.
  await expect(page.getByText(/^\d+ ms$|^[\d.]+ s$|^Replay of/)).toBeVisible({
    timeout: 90_000,
  });

  const sound = page.getByRole('switch', { name: 'Sound' });
  const notify = page.getByRole('switch', { name: 'Notify' });
  await expect(sound).not.toBeChecked();
  await expect(notify).not.toBeChecked();
  await sound.check();
  const least = page.getByRole('textbox', { name: 'Alert over ($)' });
  await least.fill('250000');
  await least.press('Enter');

  const trades = page.getByRole('list', { name: 'Big trades, newest last' }).getByRole('listitem');
  const before = await newestOf(trades);
  await expect.poll(() => newestOf(trades), { timeout: 90_000 }).toBeGreaterThan(before);

  await page.reload();
  await expect(sound).toBeChecked();
  await expect(notify).not.toBeChecked();
  await expect(least).toHaveValue('250,000');
});

test('stops the tape on scrolling up, with a pill, and follows it again at its end [market.autoscroll]', async ({
  page,
}) => {
  await openMarket(page, '?tab=trade-flash');
  const tape = page.getByRole('list', { name: 'Big trades, newest last' });
  const overflow = () => tape.evaluate((node) => node.scrollHeight - node.clientHeight);
  await expect.poll(overflow, { timeout: 90_000 }).toBeGreaterThan(400);
  const distance = () => tape.evaluate((node) => node.scrollHeight - node.clientHeight - node.scrollTop);
  await expect.poll(distance).toBeLessThanOrEqual(100);
  await tape.hover();
  await page.mouse.wheel(0, -300);
  const pill = page.getByRole('button', { name: /scroll to bottom/i });
  await expect(pill).toBeVisible();
  const stood = await tape.evaluate((node) => node.scrollTop);
  await expect(page.getByRole('button', { name: /new trade/ })).toBeVisible();
  expect(await tape.evaluate((node) => node.scrollTop)).toBe(stood);
  await pill.click();
  await expect(pill).toBeHidden();
  await expect.poll(distance).toBeLessThanOrEqual(100);
  await expectAccessible(page);

  // A shrinking window is not a scroll: the newest line stays visible.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const heightOf = () => tape.evaluate((node) => node.clientHeight);
  const high = await heightOf();
  await page.setViewportSize({ ...size, height: size.height + 300 });
  await expect.poll(heightOf).toBeGreaterThan(high);
  await page.setViewportSize(size);
  await expect.poll(heightOf).toBe(high);
  await expect.poll(distance).toBeLessThanOrEqual(100);
  await expect(pill).toBeHidden();

  // The same between two frames: the browser moves the scroll position, and no resize observer is called.
  const moved = await tape.evaluate(async (list) => {
    const frame = list.parentElement;
    const height = list.clientHeight;
    const before = list.scrollTop;
    if (frame !== null) frame.style.cssText = `flex: none; height: ${height + 300}px; max-height: none`;
    const after = list.scrollTop;
    frame?.removeAttribute('style');
    const isBack = list.clientHeight === height;
    const nextFrame = () => new Promise(requestAnimationFrame);
    await nextFrame();
    await nextFrame();
    return { by: before - after, isBack };
  });
  expect(moved.by).toBeGreaterThan(200);
  expect(moved.isBack).toBe(true);
  await expect(pill).toBeHidden();
  await expect.poll(distance).toBeLessThanOrEqual(100);
});
