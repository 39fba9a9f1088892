/** Returns the name in a URL's hash; null when there is none or it cannot be decoded. */
export function anchorName(hash: string): string | null {
  if (!hash.startsWith('#') || hash.length < 2) return null;
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // Malformed escapes such as '#%E0%A4%A'.
    return null;
  }
}

/** Scrolls to the element that the hash names. Looked up by id, because a hash is not a selector. */
export function scrollToAnchor(hash: string): void {
  const name = anchorName(hash);
  if (name === null) return;
  document.getElementById(name)?.scrollIntoView({ block: 'start' });
}
