// What a control looks like below the pointer, or with the focus: all of a page's at once, as no hand could show them.
import type { Page } from '@playwright/test';

const forcedStates = {
  hover: ['hover'],
  focus: ['focus', 'focus-visible'],
} as const;

/** Lists that make their rows as they need them have others by the time of the picture. */
const controls =
  ':is(a[href], button, input, select, textarea, summary, [tabindex], [role="option"], [role="menuitem"])' +
  ':not(.ob-grid-body *, .ob-chat-log-length *, .ob-tape *)';

/** Puts every control of the page into a state, until what it resolves with is called. */
export async function forceState(page: Page, state: keyof typeof forcedStates): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: controls });
  for (const nodeId of nodeIds) {
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...forcedStates[state]] });
  }
  // With the session ends what it has forced.
  return () => session.detach();
}
