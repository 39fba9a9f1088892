// Checks that apply to every page. Each page is loaded once and checked in several ways.
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { cutOff, keyboardFindings, motionFindings, skipFindings } from './inspect.ts';
import { openedPages, productPages, readGallery, type StillPage, type Who } from './still-pages.ts';
import { type Device, expect, type Look, sizes, test } from './still-test.ts';

/** The users whose pages one test visits. */
export const walkers = ['visitor', 'member', 'subscriber', 'gallery'] as const;

/**
 * Axe rules about the structure of a page, which the gallery (many components) and open dialogs break.
 * (`aria-hidden-focus`: the focus guards of an open menu pass the focus on.)
 */
const ofWholePages = [
  'region',
  'landmark-unique',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-main',
  'page-has-heading-one',
  'heading-order',
  'aria-hidden-focus',
];
/** Axe rules that depend on theme or width; the others were checked before those change. */
const ofLooks = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

/** The pages of a user with everything that opens over them, or those of the gallery. */
export async function pagesOf(look: Look, who: Who | 'gallery'): Promise<readonly StillPage[]> {
  if (who !== 'gallery') return [...productPages, ...openedPages].filter(({ as }) => as === who);
  const start = { name: 'start', as: 'visitor', path: '/dev/gallery?', ready: 'h1' } as const;
  return readGallery(await look.open({ ...start, ready: (page) => page.locator(start.ready) }));
}

type Findings = (page: Page, still: StillPage, tell: (found: readonly string[]) => void) => Promise<void>;

/** Opens each page and reports all findings at the end. */
async function walk(look: Look, pages: readonly StillPage[], inspect: Findings): Promise<void> {
  const found: string[] = [];
  for (const still of pages) {
    await test.step(still.name, async () => {
      const page = await look.open(still);
      await inspect(page, still, (findings) => {
        found.push(...findings.map((finding) => `${still.name}: ${finding}`));
      });
    });
  }
  expect(found).toEqual([]);
}

async function wearOtherTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
  });
}

/** Keyboard findings with the focus ring in forced colors, starting at the skip link if there is one. */
async function keysFindings(page: Page, hasSkipLink: boolean): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await keyboardFindings(page);
  await page.emulateMedia({ forcedColors: 'none' });
  return hasSkipLink ? [...found, ...(await skipFindings(page))] : found;
}

/** CSP and Trusted Types violations since the page was opened. */
function policyFindings(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { readonly __stopped: readonly string[] }).__stopped);
}

/** One visit per page on a desktop: keyboard, 200 % zoom, then the dark theme and a narrow window. */
export async function inspectInOneVisit(look: Look, who: Who): Promise<void> {
  const pages = productPages.filter(({ as }) => as === who);
  await walk(look, pages, async (page, { enter }, tell) => {
    tell(await axeViolations(page));
    tell(await motionFindings(page));
    tell(await keysFindings(page, enter === undefined));
    await page.setViewportSize({ width: 720, height: 450 });
    tell(await cutOff(page));
    await page.setViewportSize(sizes.phone);
    await wearOtherTheme(page);
    tell(await axeViolations(page, [], ofLooks));
    await page.setViewportSize({ width: 320, height: 640 });
    tell(await cutOff(page));
    await page.setViewportSize(sizes.desktop);
    tell(await policyFindings(page));
  });
}

interface Walk {
  readonly look: Look;
  readonly device: Device;
  readonly who: (typeof walkers)[number];
  /** A window size at which nothing may be cut off. */
  readonly narrow: { readonly width: number; readonly height: number };
}

/** All checks on one device: pages, popups and gallery. */
export async function inspectOnDevice({ look, device, who, narrow }: Walk): Promise<void> {
  await walk(look, await pagesOf(look, who), async (page, still, tell) => {
    const except = who === 'gallery' || still.isOverlay ? ofWholePages : [];
    tell(await axeViolations(page, except));
    tell(await motionFindings(page));
    await wearOtherTheme(page);
    tell(await axeViolations(page, except));
    // A popup held open for its screenshot traps the focus and is not at its usual position.
    if (still.isOverlay) return;
    if (device === 'desktop') {
      tell(await keysFindings(page, who !== 'gallery' && still.enter === undefined));
    }
    await page.setViewportSize(narrow);
    tell(await cutOff(page));
    await page.setViewportSize(sizes[device]);
  });
}
