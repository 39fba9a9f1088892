// Forces hover or focus on all controls of a page at once.
import type { Page } from '@playwright/test';

const forcedStates = {
  hover: ['hover'],
  focus: ['focus', 'focus-visible'],
} as const;

/** Virtual lists may have other rows by the time of the screenshot, so their rows are excluded. */
const controls =
  ':is(a[href], button, input, select, textarea, summary, [tabindex], [role="option"], [role="menuitem"])' +
  ':not(.ob-grid-body *, .ob-chat-log-length *, .ob-tape *)';

/** Forces a state on every control. Resolves with a function that undoes it. */
export async function forceState(page: Page, state: keyof typeof forcedStates): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: controls });
  for (const nodeId of nodeIds) {
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...forcedStates[state]] });
  }
  // Detaching the session removes the forced states.
  return () => session.detach();
}
