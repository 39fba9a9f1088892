import type { ReactNode } from 'react';

export type LessonPicture = 'setups' | 'strength' | 'steps' | 'sequence' | 'momentum';

/** The pictures of the lessons, in the theme's colors. */
const DRAWINGS: Readonly<Record<LessonPicture, ReactNode>> = {
  setups: (
    <>
      <path className="tone-line" d="M8 76h184M8 28h184" data-dashed="" />
      <path className="tone-strong" d="M40 36v42M68 44v30M96 40v34M124 32v40M152 14v44" />
      <path className="tone-body" d="M34 46h12v24H34zM62 52h12v14H62zM90 48h12v20H90zM118 40h12v22h-12z" />
      <path className="tone-accent-fill" d="M146 20h12v28h-12z" />
    </>
  ),
  strength: (
    <>
      <path className="tone-line" d="M8 28h184M8 72h184" data-dashed="" />
      <path className="tone-strong" d="M8 62c18-4 24-20 42-26s26 30 44 26 22-44 42-42 30 34 56 22" />
      <circle className="tone-accent-fill" cx="136" cy="20" r="5" />
    </>
  ),
  steps: (
    <>
      <path className="tone-line" d="M8 88h184" />
      <path className="tone-strong" d="M8 80h42V64h42V48h42V32h20" />
      <path className="tone-accent" d="M154 32V12h38" />
    </>
  ),
  sequence: (
    <>
      <path className="tone-line" d="M8 50h184" />
      <circle className="tone-body" cx="30" cy="50" r="6" />
      <circle className="tone-body" cx="62" cy="50" r="10" />
      <circle className="tone-body" cx="102" cy="50" r="14" />
      <circle className="tone-accent-fill" cx="156" cy="50" r="22" />
    </>
  ),
  momentum: (
    <>
      <path className="tone-line" d="M8 88h184" />
      <path className="tone-strong" d="M8 82c60 0 84-8 112-30" />
      <path className="tone-accent" d="M120 52c16-14 26-30 34-42" />
      <path className="tone-strong" d="M154 10c10 0 22 4 38 10" />
    </>
  ),
};

/** A lesson's picture; decorative, because its title is next to it. */
export function LessonDrawing({ picture }: { picture: LessonPicture }) {
  return (
    <svg className="lesson-drawing" viewBox="0 0 200 100" aria-hidden="true" focusable="false">
      {DRAWINGS[picture]}
    </svg>
  );
}
