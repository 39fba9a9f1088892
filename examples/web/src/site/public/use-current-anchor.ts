import { useEffect, useState } from 'react';
import { anchorName } from '../routing/anchors.ts';
import { useHash } from '../routing/site-navigation.tsx';
import { anchors } from '../site.content.ts';

/** A section is current once its heading is above this fraction of the window's height. */
const READING_LINE = 1 / 3;

/**
 * Returns the marked anchor: the URL's, until the user scrolls; then the last section whose heading is above the
 * reading line. Null on pages without the sections, and before hydration.
 */
export function useCurrentAnchor(): string | null {
  const hash = useHash();
  const [current, setCurrent] = useState<string | null>(null);

  useEffect(() => {
    let asked = 0;
    const sections = anchors.flatMap(({ name }) => document.getElementById(name) ?? []);
    const named = anchorName(hash);
    const first = anchors.some(({ name }) => name === named) ? named : 'home';
    // The document is known after rendering only.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setCurrent(sections.length === 0 ? null : first);
    if (sections.length === 0) return undefined;
    const read = (): void => {
      asked = 0;
      const line = window.innerHeight * READING_LINE;
      const passed = sections.filter((section) => section.getBoundingClientRect().top <= line);
      setCurrent((passed.at(-1) ?? sections[0])?.id ?? null);
    };
    const onScroll = (): void => {
      if (asked === 0) asked = requestAnimationFrame(read);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(asked);
    };
  }, [hash]);

  return current;
}
