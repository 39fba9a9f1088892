// What holds on every page, seen in one walk: each page is loaded once for a device, and looked at in several ways.
import { axeViolations } from '../support/axe.ts';
import { cutOff, keyboardFindings } from './inspect.ts';
import { productPages, readGallery, type StillPage, type Who } from './still-pages.ts';
import { type Device, expect, type Look, sizes, test } from './still-test.ts';

/** Whose pages are walked in one test. */
export const walkers = ['visitor', 'member', 'subscriber', 'gallery'] as const;

/**
 * axe's rules about how one page is made up: the gallery shows many at once, and dialogs without the page below them.
 * (`aria-hidden-focus`: the guards beside an open menu hand the focus on at once.)
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

interface Walk {
  readonly look: Look;
  readonly device: Device;
  readonly who: (typeof walkers)[number];
  /** A window that nothing may be cut off in. */
  readonly narrow: { readonly width: number; readonly height: number };
  /** Walks by Tab as well, in forced colours. */
  readonly byKeys: boolean;
  /** Opens what lies over the gallery's pages as well. */
  readonly overlays: boolean;
}

/** The pages of a kind of person, or those of the gallery. */
export async function pagesOf(look: Look, who: Who | 'gallery'): Promise<readonly StillPage[]> {
  if (who !== 'gallery') return productPages.filter(({ as }) => as === who);
  const start = { name: 'start', as: 'visitor', path: '/dev/gallery?', ready: 'h1' } as const;
  return readGallery(await look.open({ ...start, ready: (page) => page.locator(start.ready) }));
}

/** Opens each page and tells everything that is wrong with any, at the end. */
export async function inspectPages({ look, device, who, narrow, byKeys, overlays }: Walk): Promise<void> {
  const found: string[] = [];
  for (const still of await pagesOf(look, who)) {
    if (still.isOverlay && !overlays) continue;
    await test.step(still.name, async () => {
      const page = await look.open(still);
      const tell = (findings: readonly string[]): void => {
        found.push(...findings.map((finding) => `${still.name}: ${finding}`));
      };
      tell(await axeViolations(page, who === 'gallery' ? ofWholePages : []));
      await page.evaluate(() => {
        const { dataset } = document.documentElement;
        dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
      });
      tell(await axeViolations(page, who === 'gallery' ? ofWholePages : []));
      // What is held open for its picture does not let the focus out, nor stand where its page would have put it.
      if (still.isOverlay) return;
      if (byKeys) {
        await page.emulateMedia({ forcedColors: 'active' });
        tell(await keyboardFindings(page));
        await page.emulateMedia({ forcedColors: 'none' });
      }
      await page.setViewportSize(narrow);
      tell(await cutOff(page));
      await page.setViewportSize(sizes[device]);
    });
  }
  expect(found).toEqual([]);
}
