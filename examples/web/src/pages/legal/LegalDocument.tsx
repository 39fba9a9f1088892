import type { ReactElement, ReactNode } from 'react';
import { Island } from '../../site/islands/Island.tsx';
import '../../styles/legal.css';

/** One numbered section of a legal text. */
export interface LegalSection {
  /** The section's anchor. */
  readonly id: string;
  readonly title: string;
  readonly body: ReactElement;
}

interface LegalDocumentProps {
  readonly title: string;
  /** A summary in two sentences without legal terms. */
  readonly summary: ReactNode;
  /** The effective date. */
  readonly effective: string;
  readonly sections: readonly LegalSection[];
}

/** A legal text with numbered sections and a table of contents that marks the current one. */
export function LegalDocument({ title, summary, effective, sections }: LegalDocumentProps) {
  return (
    <article className="legal">
      <header className="legal-head">
        <h1>{title}</h1>
        <p>{summary}</p>
        <p className="legal-date">{`In force since ${effective}`}</p>
      </header>
      <Island name="contents" sections={sections.map(({ id, title: name }) => ({ id, title: name }))} />
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
