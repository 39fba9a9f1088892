// Checks of a page at any width, in any colors and by keyboard, in any browser.
import type { Page } from '@playwright/test';

/** A page of any browser. */
export interface Inspected {
  /** Runs a function in the page. Its argument and its result are JSON. */
  evaluate<Result, Argument>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  /** Presses a key `times` times. */
  press(key: string, times: number): Promise<void>;
}

/** A page of Playwright. */
export function inspectedPage(page: Page): Inspected {
  return {
    evaluate: (run, argument) => page.evaluate(run as never, argument),
    press: async (key, times) => {
      for (let press = 0; press < times; press += 1) await page.keyboard.press(key);
    },
  };
}

/** Returns elements outside the window or with clipped text at the current width. */
export async function cutOff(page: Inspected): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const found: string[] = [];
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className} '${(element.textContent ?? '').trim().slice(0, 40)}'`;
    const frame = document.documentElement;
    if (frame.scrollWidth > frame.clientWidth) {
      found.push(`the page is ${frame.scrollWidth} px wide in ${frame.clientWidth}`);
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const style = getComputedStyle(element);
      // Visually hidden elements are one pixel wide.
      const hides = /hidden|clip/.test(style.overflowX) && element.clientWidth > 1;
      const isText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      // An ellipsis shows that there is more text; any other clipping is a finding.
      if (
        hides &&
        isText &&
        style.textOverflow !== 'ellipsis' &&
        style.getPropertyValue('-webkit-line-clamp') === 'none' &&
        element.scrollWidth > element.clientWidth + 1
      ) {
        found.push(`cut off: ${nameOf(element)}`);
      }
      if (!isText || element.closest('.ob-visually-hidden, [aria-hidden="true"]')) continue;
      const box = element.getBoundingClientRect();
      const scrolls = (one: Element | null): boolean => {
        for (let at = one; at !== null; at = at.parentElement) {
          if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
            return true;
          if (getComputedStyle(at).textOverflow === 'ellipsis') return true;
        }
        return false;
      };
      if (box.width > 1 && box.right > frame.clientWidth + 1 && !scrolls(element)) {
        found.push(`beyond the window: ${nameOf(element)}`);
      }
    }
    return found;
  }, null);
}

const dialogs = '[role="dialog"][data-open], [role="alertdialog"][data-open]';

/**
 * Tabs through the page from its top until the focus leaves it. Returns controls that cannot be reached or show no
 * focus ring, and focus traps.
 */
export async function keyboardFindings(page: Inspected): Promise<string[]> {
  // A key hydrates a public page's islands, once their script listens (src/site/public/start-islands.tsx).
  let areLive = false;
  while (!areLive) {
    await page.press('Shift', 1);
    areLive = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return document.querySelector('[data-island]:not([data-live])') === null;
    }, null);
  }
  const expected = await page.evaluate((openDialog) => {
    const walk: { element: Element; ring: boolean }[] = [];
    // The ring of the control, of its container, or of the element that covers its card.
    const rings = (element: Element): boolean => {
      const isRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration): boolean =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      if (['::before', '::after'].some((part) => isRing(getComputedStyle(element, part)))) return true;
      for (let at: Element | null = element, up = 0; at !== null && up < 3; at = at.parentElement, up += 1) {
        if (isRing(getComputedStyle(at))) return true;
      }
      // A narrow handle shows a bar instead.
      return Number.parseFloat(getComputedStyle(element).borderRightWidth) >= 3;
    };
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, video[controls], audio[controls], [tabindex]',
      ),
    ].filter(
      (one) =>
        one.tabIndex >= 0 &&
        !one.matches(
          ':disabled, input[type="hidden"], input[type="file"][hidden], [data-base-ui-focus-guard]',
        ) &&
        one.closest('[inert], [aria-hidden="true"]') === null &&
        one.checkVisibility({ visibilityProperty: true }),
    );
    const stops = controls.filter((one) => {
      if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return true;
      const group = controls.filter(
        (other): other is HTMLInputElement => other instanceof HTMLInputElement && other.name === one.name,
      );
      return group.some(({ checked }) => checked) ? one.checked : group[0] === one;
    });
    // WebKit's date fields emit no focusin.
    const onFocus = (event: FocusEvent): void => {
      // Includes shadow roots.
      const [target] = event.composedPath();
      if (target instanceof Element) walk.push({ element: target, ring: rings(target) });
    };
    document.addEventListener('focus', onFocus, true);
    Object.assign(window, { __walk: walk, __stops: stops });
    // Start at the top of the page; in a dialog, at its initial focus.
    if (document.querySelector(openDialog) === null) {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    }
    walk.length = 0;
    return stops.length;
  }, dialogs);
  const hasEnded = (): Promise<boolean> =>
    page.evaluate(() => {
      const { __walk: walk } = window as unknown as { __walk: { element: Element }[] };
      const [first] = walk;
      return (
        (document.activeElement === document.body &&
          document.querySelector('[data-open][role*="dialog"]') === null) ||
        // Firefox’s own bars have the focus.
        !document.hasFocus() ||
        (first !== undefined && walk.findLastIndex(({ element }) => element === first.element) > 0)
      );
    }, null);
  const most = expected * 2 + 20;
  let pressed = 0;
  while (pressed < most) {
    await page.press('Tab', 8);
    pressed += 8;
    if (await hasEnded()) break;
  }
  const trapped = pressed >= most;
  return page.evaluate(
    ([isTrapped, openDialog]) => {
      const { __walk: walk, __stops: stops } = window as unknown as {
        __walk: { element: Element; ring: boolean }[];
        __stops: Element[];
      };
      const nameOf = (element: Element): string => {
        const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return `${element.tagName.toLowerCase()}.${element.className} '${words.trim().slice(0, 40)}'`;
      };
      const reached = new Set(walk.map(({ element }) => element));
      // An open modal dialog is the whole page.
      const dialog = document.querySelector(openDialog);
      // The last focus depends on the number of controls; a visible skip link would cover the next screenshot.
      if (dialog === null && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return [
        ...(isTrapped && dialog === null ? ['the focus does not leave the page'] : []),
        ...stops
          .filter((one) => one.isConnected && !reached.has(one) && (dialog === null || dialog.contains(one)))
          .map((one) => `Tab does not reach ${nameOf(one)}`),
        ...[...new Set(walk.filter(({ ring }) => !ring).map(({ element }) => element))]
          .filter((element) => !element.matches('[data-base-ui-focus-guard], iframe'))
          .map((element) => `no ring round ${nameOf(element)}`),
      ];
    },
    [trapped, dialogs] as const,
  );
}

/** Returns transitions and animations that still run with reduced motion. */
export async function motionFindings(page: Inspected): Promise<string[]> {
  return page.evaluate(() => {
    const takesTime = (durations: string): boolean =>
      durations.split(',').some((duration) => Number.parseFloat(duration) > 0.01);
    const moving = new Set<string>();
    for (const element of document.querySelectorAll('*')) {
      for (const part of [undefined, '::before', '::after']) {
        const style = getComputedStyle(element, part);
        const isAnimated = style.animationName !== 'none' && takesTime(style.animationDuration);
        if (!isAnimated && !takesTime(style.transitionDuration)) continue;
        moving.add(`moves: ${element.tagName.toLowerCase()}.${element.getAttribute('class')}${part ?? ''}`);
      }
    }
    // The browser's indeterminate progress animation is not in the styles.
    for (const bar of document.querySelectorAll('progress:indeterminate')) {
      if (getComputedStyle(bar).appearance !== 'none') moving.add(`moves: progress.${bar.className}`);
    }
    for (const animation of document.getAnimations()) {
      const { duration } = animation.effect?.getComputedTiming() ?? {};
      if (animation.playState === 'running' && Number(duration) > 10) moving.add('an animation is running');
    }
    return [...moving];
  }, null);
}

/** The first tab stop skips to the content on Enter. */
export async function skipFindings(page: Inspected): Promise<string[]> {
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  }, null);
  await page.press('Tab', 1);
  const first = await page.evaluate(() => {
    const stop = document.activeElement;
    const { top = -1, left = -1, height = 0 } = stop?.getBoundingClientRect() ?? {};
    return { words: stop?.textContent ?? '', isSeen: top >= 0 && left >= 0 && height >= 24 };
  }, null);
  if (!first.words.startsWith('Skip to')) return [`the first stop is '${first.words.slice(0, 40)}'`];
  if (!first.isSeen) return ['the skip link is not seen while it has the focus'];
  await page.press('Enter', 1);
  const reached = await page.evaluate(() => document.activeElement?.tagName, null);
  return reached === 'MAIN' ? [] : [`Enter on the skip link leads to ${reached}`];
}
