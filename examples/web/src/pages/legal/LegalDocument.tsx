import { type ReactNode, useEffect, useState } from 'react';

/** One numbered section of a legal text. */
export interface LegalSection {
  /** Its anchor. */
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface LegalDocumentProps {
  readonly title: string;
  /** What it is, in two sentences that need no lawyer. */
  readonly summary: ReactNode;
  /** The day from which it holds. */
  readonly effective: string;
  readonly sections: readonly LegalSection[];
}

/** A legal text, set like a book: numbered sections, and a table of contents that follows the scroll. */
export function LegalDocument({ title, summary, effective, sections }: LegalDocumentProps) {
  const current = useSectionInView(sections);
  return (
    <article className="legal">
      <header className="legal-head">
        <h1>{title}</h1>
        <p>{summary}</p>
        <p className="legal-date">In force since {effective}</p>
      </header>
      <nav className="legal-contents" aria-label="Contents">
        <ol>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {sections.map(({ id, title: name, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{name}</h2>
            {body}
          </section>
        ))}
      </div>
    </article>
  );
}

/** The section that is being read: the last one whose head has passed the upper third of the window. */
function useSectionInView(sections: readonly LegalSection[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const heads = sections.flatMap(({ id }) => document.getElementById(id) ?? []);
    const observer = new IntersectionObserver(
      () => {
        const line = window.innerHeight / 3;
        const read = heads.filter((head) => head.getBoundingClientRect().top <= line);
        setCurrent(read.at(-1)?.id ?? null);
      },
      { rootMargin: '0px 0px -66% 0px', threshold: [0, 1] },
    );
    for (const head of heads) observer.observe(head);
    return () => observer.disconnect();
  }, [sections]);
  return current;
}
