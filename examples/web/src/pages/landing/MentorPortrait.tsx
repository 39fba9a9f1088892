import type { ReactElement } from 'react';

export type MentorName = 'maya' | 'theo' | 'ines' | 'raymond';

/** Hair that is behind the head, the face, and what is in front of it. All heads have the same place. */
const PORTRAITS: Readonly<Record<MentorName, ReactElement>> = {
  maya: (
    <>
      <path className="tone-hair" d="M28 46c-3-24 8-34 20-34s23 10 20 34c-1 12 2 18 4 24H24c2-6 5-12 4-24z" />
      <path className="tone-cloth" d="M8 98c2-20 16-27 32-29l8 9 8-9c16 2 30 9 32 29z" />
      <path className="tone-shade" d="M40 56h16v13l-8 9-8-9z" />
      <path className="tone-skin" d="M33 40c0-12 6-18 15-18s15 6 15 18c0 13-7 22-15 22s-15-9-15-22z" />
      <path
        className="tone-hair"
        d="M31 42c0-15 6-22 17-22s17 7 17 22c-4-4-6-9-7-13-6 5-16 5-20 3-2 4-4 7-7 10z"
      />
    </>
  ),
  theo: (
    <>
      <path className="tone-suit" d="M8 98c2-20 16-27 32-29h16c16 2 30 9 32 29z" />
      <path className="tone-collar" d="M38 68l10 14 10-14 2 3-8 20h-8l-8-20z" />
      <path className="tone-tie" d="M46 80h4l3 18h-10z" />
      <path className="tone-shade" d="M40 56h16v13l-8 10-8-10z" />
      <path
        className="tone-skin"
        d="M32 40c0-13 6-20 16-20s16 7 16 20c0 14-8 23-16 23s-16-9-16-23zM29 40h4v9c-4 0-5-8-4-9zM67 40h-4v9c4 0 5-8 4-9z"
      />
      <path
        className="tone-hair"
        d="M31 40c-2-16 6-24 17-24s19 8 17 24l-3-1c0-6-2-9-4-11-8 2-14 1-18-2-3 3-5 7-6 13z"
      />
      <path
        className="tone-hair"
        d="M33 46c2 3 4 5 6 5 5-3 13-3 18 0 2 0 4-2 6-5-1 12-8 20-15 20s-14-8-15-20zm11 9c2 1 6 1 8 0-2-1-6-1-8 0z"
      />
    </>
  ),
  ines: (
    <>
      <circle className="tone-hair" cx="48" cy="13" r="9" />
      <path className="tone-hair" d="M30 42c-2-18 7-26 18-26s20 8 18 26c-1 8-4 12-4 12H34s-3-4-4-12z" />
      <path className="tone-cloth" d="M8 98c2-20 16-27 30-29 4 5 16 5 20 0 14 2 28 9 30 29z" />
      <path className="tone-shade" d="M40 56h16v13c-4 5-12 5-16 0z" />
      <path className="tone-skin" d="M33 41c0-12 6-18 15-18s15 6 15 18c0 13-7 21-15 21s-15-8-15-21z" />
      <path className="tone-hair" d="M32 40c0-13 6-20 16-20s16 7 16 20c-2-7-8-12-16-12s-14 5-16 12z" />
      <path
        className="tone-glass"
        d="M36 41h9v5a4.5 4.5 0 0 1-9 0zM51 41h9v5a4.5 4.5 0 0 1-9 0zM45 42c2-1 4-1 6 0"
      />
    </>
  ),
  raymond: (
    <>
      <path className="tone-suit" d="M8 98c2-20 16-27 32-29h16c16 2 30 9 32 29z" />
      <path className="tone-cloth" d="M36 69c4 6 20 6 24 0l3 2c-2 12-28 12-30 0z" />
      <path className="tone-shade" d="M40 56h16v13c-4 5-12 5-16 0z" />
      <path
        className="tone-skin"
        d="M32 38c0-13 6-20 16-20s16 7 16 20c0 15-8 25-16 25s-16-10-16-25zM29 40h4v9c-4 0-5-8-4-9zM67 40h-4v9c4 0 5-8 4-9z"
      />
      <path
        className="tone-grey"
        d="M31 42c-2-8 0-14 3-17 0 5-1 10 0 16zM65 42c2-8 0-14-3-17 0 5 1 10 0 16zM40 53c3-3 13-3 16 0-4 0-6-1-8 0-2-1-4 0-8 0z"
      />
    </>
  ),
};

/** Brows, eyes, nose and mouth, drawn over every portrait. */
const FACE = 'M37 38.5c2-1.5 5-1.5 7 0M52 38.5c2-1.5 5-1.5 7 0M48 43v6l-2 1M44 55.5c3 2 5 2 8 0';

/** A mentor's drawn portrait; decorative, because the name is next to it. */
export function MentorPortrait({ name }: { name: MentorName }) {
  return (
    <svg
      className="mentor-portrait"
      data-mentor={name}
      // A picture keeps its colors in both themes.
      data-theme="light"
      viewBox="0 0 96 96"
      aria-hidden="true"
      focusable="false"
    >
      <path className="tone-back" d="M0 0h96v96H0z" />
      {PORTRAITS[name]}
      <path className="tone-face" d={FACE} />
      <path className="tone-eyes" d="M39.5 43.5h2M54.5 43.5h2" />
    </svg>
  );
}
