'use client';

import { type Course, isServerId } from '@openbell/core/contract';
import { useVirtualList } from '@openbell/react-hooks';
import { type ReactNode, useState } from 'react';
import { type LinkComponent, PlainLink } from '../primitives/link.tsx';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';
import { EmptyState, ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { NewsPicture } from './NewsPicture.tsx';
import { safePicture } from './safe-picture.ts';

export interface CourseGridProps {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  items: readonly Pick<Course, 'id' | 'name' | 'description' | 'image'>[];
  /** The URL of a course's page. */
  hrefOf: (courseId: number) => string;
  /** Link component. Default: a plain `<a>`. */
  link?: LinkComponent | undefined;
  onRetry: () => void;
}

/** The courses as cards; one without an id has no page. Loaded courses stay visible during a reload and after a failed one. */
export function CourseGrid({ status, items, hrefOf, link = PlainLink, onRetry }: CourseGridProps): ReactNode {
  const text = useTexts();
  if (items.length === 0) {
    if (status === 'failed') return <ErrorState title={text('content.coursesFailed')} onRetry={onRetry} />;
    if (status === 'ready') {
      return (
        <EmptyState title={text('content.coursesEmpty')} description={text('content.coursesEmptyHint')} />
      );
    }
    return <CoursesSkeleton />;
  }
  return (
    <>
      {status === 'failed' ? (
        <ErrorState className="ob-news-failed" title={text('content.coursesFailed')} onRetry={onRetry} />
      ) : null}
      <Cards status={status} courses={items} hrefOf={hrefOf} link={link} />
    </>
  );
}

/** Estimated height in pixels of a row of cards. */
const estimate = 300;

function Cards({
  status,
  courses,
  hrefOf,
  link,
}: Pick<CourseGridProps, 'status' | 'hrefOf'> & {
  courses: CourseGridProps['items'];
  link: LinkComponent;
}): ReactNode {
  const { items, listProps } = useVirtualList({
    keys: courses.map(({ id }) => id),
    estimate,
    name: 'courses',
  });
  return (
    <ul
      className="ob-course-grid"
      data-status={status}
      aria-busy={status === 'loading' || undefined}
      {...listProps}
    >
      {items.map(({ index, props }) => {
        const course = courses[index];
        return course === undefined ? null : (
          <li key={course.id} {...props}>
            <CourseCard course={course} href={hrefOf(course.id)} link={link} eager={index < 3} />
          </li>
        );
      })}
    </ul>
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
  const text = useTexts();
  const name = course.name || text('content.courseUntitled');
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
        {isServerId(course.id) ? (
          <Link href={href} className="ob-course-link">
            {name}
          </Link>
        ) : (
          name
        )}
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
          <div className="ob-course-name">
            <Skeleton />
          </div>
          <div className="ob-course-description">
            <Skeleton />
            <Skeleton />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
