'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../primitives/texts.tsx';
import { isEmptyFragment, sanitizeDetails } from './sanitize-details.ts';

export interface CourseDetailsProps {
  /** Untrusted HTML. */
  html: string;
  /** Hosts from which images may be loaded, besides the page's own. Default: none. */
  imageHosts?: readonly string[] | undefined;
}

const noHosts: readonly string[] = [];

/** A course's details, sanitized before rendering; 'No content available' when nothing is left. */
export function CourseDetails({ html, imageHosts = noHosts }: CourseDetailsProps): ReactNode {
  const text = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const [isEmpty, setIsEmpty] = useState(html.trim() === '');
  useBeforePaint(() => {
    const fragment = sanitizeDetails(html, imageHosts);
    if (fragment === null) return;
    setIsEmpty(isEmptyFragment(fragment));
    box.current?.replaceChildren(fragment);
  }, [html, imageHosts]);
  return (
    <>
      {isEmpty ? <p className="ob-course-nothing">{text('content.courseEmpty')}</p> : null}
      <div className="ob-prose" ref={box} hidden={isEmpty} />
    </>
  );
}
