/** The name in an address's `#…`; null when there is none, or when it does not decode. */
export function anchorName(hash: string): string | null {
  if (!hash.startsWith('#') || hash.length < 2) return null;
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // '#%E0%A4%A' and the like: nobody's anchor.
    return null;
  }
}

/** Scrolls to the element that the address names, if the page has it. Looked up by id: a hash is no selector. */
export function scrollToAnchor(hash: string): void {
  const name = anchorName(hash);
  if (name === null) return;
  document.getElementById(name)?.scrollIntoView({ block: 'start' });
}
