import { ThemeToggle } from '@openbell/ui/shell';
import { useState } from 'react';
import { type Part, type Story, slugOf } from './story.ts';

interface GalleryProps {
  readonly parts: readonly Part[];
  /** The part to show; the first when null. */
  readonly part: string | null;
  /** The single story to show. */
  readonly story: string | null;
}

/** The stories of a part, side by side; stories that cover the page are links to their own pages. */
export function Gallery({ parts, part, story }: GalleryProps) {
  const alone = parts.flatMap(({ stories }) => stories).find((one) => slugOf(one) === story);
  if (alone !== undefined) {
    return (
      <main className="gallery-alone" aria-label={alone.state}>
        {alone.draw()}
      </main>
    );
  }
  const shown = parts.find(({ name }) => name === part) ?? parts[0];
  return (
    <>
      <header className="gallery-head">
        <h1>Gallery</h1>
        <nav aria-label="Parts">
          {parts.map(({ name }) => (
            <a
              key={name}
              href={addressOf({ part: name })}
              aria-current={name === shown?.name ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        <Theme />
      </header>
      <main className="gallery">
        {shown?.stories.map((one) => (
          <Cell key={slugOf(one)} story={one} />
        ))}
      </main>
    </>
  );
}

function Cell({ story }: { story: Story }) {
  const names = story.of.join(', ');
  return (
    <section
      className="gallery-cell"
      data-wide={story.wide || undefined}
      aria-label={`${names}: ${story.state}`}
    >
      <p className="gallery-name">
        <strong>{names}</strong> {story.state}
      </p>
      {story.over ? <a href={addressOf({ story: slugOf(story) })}>Open {story.state}</a> : story.draw()}
    </section>
  );
}

function Theme() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');
  return (
    <ThemeToggle
      theme={theme === 'dark' ? 'dark' : 'light'}
      onThemeChange={(next) => {
        document.documentElement.dataset.theme = next;
        setTheme(next);
      }}
    />
  );
}

/** The URL of another part or story, in the same theme. */
function addressOf(place: { part: string } | { story: string }): string {
  const theme = document.documentElement.dataset.theme ?? 'light';
  return `?${new URLSearchParams({ ...place, theme })}`;
}
