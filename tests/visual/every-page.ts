// Checks that apply to every page. Each page is loaded once and checked in several ways.
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { cutOff, inspectedPage, keyboardFindings, motionFindings, skipFindings } from './inspect.ts';
import { isMeasured, shiftFindings, watchShifts } from './layout-shifts.ts';
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
  const found = await keyboardFindings(inspectedPage(page));
  await page.emulateMedia({ forcedColors: 'none' });
  return hasSkipLink ? [...found, ...(await skipFindings(inspectedPage(page)))] : found;
}

/** CSP and Trusted Types violations since the page was opened. */
function policyFindings(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { readonly __stopped: readonly string[] }).__stopped);
}

/** Opens the first page, so that its browser context exists, and measures the shifts of the pages opened after that. */
async function openAndWatchShifts(look: Look, pages: readonly StillPage[]): Promise<void> {
  const [first] = pages;
  if (first === undefined) throw new Error('There are no pages.');
  await watchShifts((await look.open(first)).context());
}

/** Visits each page once on a desktop: layout shifts, axe, motion, keyboard, 200% zoom and a width of 320 px. */
export async function inspectInOneVisit(look: Look, who: Who): Promise<void> {
  const pages = productPages.filter(({ as }) => as === who);
  await openAndWatchShifts(look, pages);
  await walk(look, pages, async (page, still, tell) => {
    if (isMeasured(still)) tell(await shiftFindings(page));
    tell(await axeViolations(page));
    tell(await motionFindings(inspectedPage(page)));
    tell(await keysFindings(page, still.enter === undefined));
    await page.setViewportSize({ width: 720, height: 450 });
    tell(await cutOff(inspectedPage(page)));
    await page.setViewportSize({ width: 320, height: 640 });
    tell(await cutOff(inspectedPage(page)));
    await page.setViewportSize(sizes.desktop);
    tell(await policyFindings(page));
  });
}

/** Measures the layout shifts of every page. */
export async function measureShifts(look: Look): Promise<void> {
  for (const who of ['visitor', 'member', 'subscriber'] satisfies Who[]) {
    const pages = productPages.filter((still) => still.as === who && isMeasured(still));
    await openAndWatchShifts(look, pages);
    await walk(look, pages, async (page, _still, tell) => tell(await shiftFindings(page)));
  }
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
    tell(await motionFindings(inspectedPage(page)));
    await wearOtherTheme(page);
    tell(await axeViolations(page, except));
    // A popup held open for its screenshot traps the focus and is not at its usual position.
    if (still.isOverlay) return;
    if (device === 'desktop') {
      tell(await keysFindings(page, who !== 'gallery' && still.enter === undefined));
    }
    await page.setViewportSize(narrow);
    tell(await cutOff(inspectedPage(page)));
    await page.setViewportSize(sizes[device]);
  });
}
