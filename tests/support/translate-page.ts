/**
 * Replaces every text of a page by elements, as a browser that translates the page does. Called again, it translates the
 * texts that are new.
 */
export function translatePage(page: HTMLElement): void {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('font, script, style, textarea, [translate="no"]') === null &&
    node.nodeValue?.trim() !== ''
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_SKIP,
  );
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const inner = document.createElement('font');
    inner.textContent = text.data;
    const outer = document.createElement('font');
    outer.append(inner);
    text.replaceWith(outer);
  }
}
