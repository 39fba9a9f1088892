'use client';

import type { Course } from '@openbell/core/contract';
import { type ReactNode, useState } from 'react';
import { type LinkComponent, PlainLink } from '../primitives/link.tsx';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';
import { EmptyState, ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { NewsPicture } from './NewsPicture.tsx';
import { safePicture } from './safe-picture.ts';

/** Props of {@link CourseGrid}. */
export interface CourseGridProps {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  items: readonly Pick<Course, 'id' | 'name' | 'description' | 'image'>[];
  /** The URL of a course's page. */
  hrefOf: (courseId: number) => string;
  /** Link component. Default: a plain `<a>`. */
  link?: LinkComponent | undefined;
  onRetry: () => void;
}

/** The courses as cards. Loaded courses stay visible during a reload and after a failed one. */
export function CourseGrid({ status, items, hrefOf, link = PlainLink, onRetry }: CourseGridProps): ReactNode {
  const text = useTexts();
  if (items.length === 0) {
    if (status === 'failed') return <ErrorState title={text('content.coursesFailed')} onRetry={onRetry} />;
    if (status === 'ready') return <EmptyState title={text('content.coursesEmpty')} />;
    return <CoursesSkeleton />;
  }
  return (
    <>
      {status === 'failed' ? (
        <ErrorState className="ob-news-failed" title={text('content.coursesFailed')} onRetry={onRetry} />
      ) : null}
      <ul className="ob-course-grid" data-status={status} aria-busy={status === 'loading' || undefined}>
        {items.map((course, index) => (
          <li key={course.id}>
            <CourseCard course={course} href={hrefOf(course.id)} link={link} eager={index < 3} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface CourseCardProps {
  course: CourseGridProps['items'][number];
  href: string;
  link: LinkComponent;
  /** Above the fold: the picture is not lazy-loaded. */
  eager: boolean;
}

function CourseCard({ course, href, link: Link, eager }: CourseCardProps): ReactNode {
  const [broken, setBroken] = useState<string | null>(null);
  const image = course.image === broken ? null : safePicture(course.image);
  return (
    <article className="ob-course-card">
      <div className="ob-news-picture">
        {image === null ? (
          <NewsPicture seed={course.id} />
        ) : (
          <img
            src={image}
            alt=""
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            onError={() => setBroken(course.image)}
          />
        )}
      </div>
      <h2 className="ob-course-name">
        <Link href={href} className="ob-course-link">
          {course.name}
        </Link>
      </h2>
      {course.description === '' ? null : <p className="ob-course-description">{course.description}</p>}
    </article>
  );
}

function CoursesSkeleton(): ReactNode {
  return (
    <SkeletonGroup className="ob-course-grid">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="ob-course-card">
          <div className="ob-news-picture">
            <Skeleton shape="box" />
          </div>
          <Skeleton />
          <Skeleton />
        </div>
      ))}
    </SkeletonGroup>
  );
}
