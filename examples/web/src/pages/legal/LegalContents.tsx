import { useEffect, useState } from 'react';
import type { IslandProps } from '../../site/islands/islands.types.ts';

type Sections = NonNullable<IslandProps['sections']>;

const none: Sections = [];

/** A legal text's table of contents, which marks the current section. */
export default function LegalContents({ sections = none }: IslandProps) {
  const current = useSectionInView(sections);
  return (
    <nav className="legal-contents" aria-label="Contents">
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Returns the current section: the last one whose heading is above the top third of the window. */
function useSectionInView(sections: Sections): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const heads = sections.flatMap(({ id }) => document.getElementById(id) ?? []);
    const observer = new IntersectionObserver(
      () => {
        const line = window.innerHeight / 3;
        const read = heads.filter((head) => head.getBoundingClientRect().top <= line);
        setCurrent(read.at(-1)?.id ?? null);
      },
      // Without an upper edge: a jump can move a heading from below the line to above the window in one frame.
      { rootMargin: '9999999px 0px -66% 0px', threshold: [0, 1] },
    );
    for (const head of heads) observer.observe(head);
    return () => observer.disconnect();
  }, [sections]);
  return current;
}
