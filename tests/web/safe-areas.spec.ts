// Nothing usable is under a phone's notch or home bar.
import type { Page } from '@playwright/test';
import { expect, signIn, test, users } from './app-test.ts';
import { composer, openGroupChat } from './chat/chat-pages.ts';

interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A phone with a notch and a home bar, in both orientations. */
const orientations = [
  { how: 'upright', size: { width: 390, height: 844 }, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  { how: 'lying', size: { width: 844, height: 390 }, insets: { top: 0, right: 47, bottom: 21, left: 47 } },
] as const;

async function setInsets(page: Page, { top, right, bottom, left }: Insets): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setSafeAreaInsetsOverride', {
    insets: {
      top,
      topMax: top,
      right,
      rightMax: right,
      bottom,
      bottomMax: bottom,
      left,
      leftMax: left,
    },
  });
}

/** Controls under the notch or home bar; those in scroll containers can be scrolled out. */
function covered(page: Page, insets: Insets): Promise<readonly string[]> {
  return page.evaluate(({ top, right, bottom, left }) => {
    const names: string[] = [];
    const canScroll = (part: Element): boolean =>
      part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY);
    const isScrolled = (part: Element | null): boolean =>
      part !== null && (canScroll(part) || isScrolled(part.parentElement));
    for (const part of document.querySelectorAll('a, button, input, textarea, [role="button"]')) {
      const box = part.getBoundingClientRect();
      const isSeen = part.checkVisibility({ visibilityProperty: true }) && box.width > 2 && box.bottom > 0;
      if (!isSeen || part.closest('[role="log"]') !== null) continue;
      const isBeside = box.left >= left - 0.5 && box.right <= innerWidth - right + 0.5;
      const isBetween = box.top >= top - 0.5 && box.bottom <= innerHeight - bottom + 0.5;
      if (!isBeside || !(isBetween || isScrolled(part.parentElement)))
        names.push(`${part.getAttribute('aria-label') ?? part.textContent} ${box.top}–${box.bottom}`);
    }
    return names;
  }, insets);
}

for (const { how, size, insets } of orientations) {
  test(`applies the safe areas once to the bars and composer of a phone held ${how} [chat.safe-areas]`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, users.subscriber);
    await openGroupChat(page);
    const gap = await page.evaluate(
      () => innerHeight - (document.querySelector('.ob-composer-box')?.getBoundingClientRect().bottom ?? 0),
    );
    await setInsets(page, insets);
    await expect.poll(() => covered(page, insets)).toEqual([]);
    // The inset is applied once: the composer moves up by the home bar's height only.
    await expect
      .poll(async () => {
        const box = await composer(page).boundingBox();
        return size.height - (box?.y ?? 0) - (box?.height ?? 0) - gap;
      })
      .toBeLessThanOrEqual(insets.bottom);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect.poll(() => covered(page, insets)).toEqual([]);
  });
}
