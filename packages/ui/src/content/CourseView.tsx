'use client';

import type { Course } from '@openbell/core/contract';
import type { CourseState, DownloadProgress } from '@openbell/core/courses';
import { type ReactNode, useId } from 'react';
import { Skeleton } from '../primitives/Skeleton.tsx';
import { Spinner } from '../primitives/Spinner.tsx';
import { EmptyState, ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { CourseDetails } from './CourseDetails.tsx';
import { CourseVideo } from './CourseVideo.tsx';
import { DocumentsList } from './DocumentsList.tsx';
import { safePicture } from './safe-picture.ts';

export interface CourseViewProps {
  state: Exclude<CourseState, { readonly status: 'idle' }>;
  downloads: ReadonlyMap<number, DownloadProgress>;
  /** The back link, rendered by the host. */
  back: ReactNode;
  position: () => number;
  onPosition: (seconds: number, duration: number) => void;
  onDownload: (place: number) => void;
  onRetry: () => void;
  /** Reloads the course to get new URLs; see {@link CourseVideo}. */
  onRenew: () => Promise<unknown>;
  /** Hosts from which images in the details may be loaded, besides the page's own. */
  imageHosts?: readonly string[] | undefined;
}

/** A course's page: back link, video, details and documents. */
export function CourseView(props: CourseViewProps): ReactNode {
  const { state, back } = props;
  const text = useTexts();
  return (
    <div className="ob-course" data-status={state.status}>
      <div className="ob-course-back">{back}</div>
      {state.course === null ? (
        <>
          <h1 className="ob-visually-hidden">{text('content.course')}</h1>
          <WithoutCourse {...props} />
        </>
      ) : (
        <CourseContent {...props} course={state.course} />
      )}
    </div>
  );
}

function WithoutCourse({ state, onRetry }: CourseViewProps): ReactNode {
  const text = useTexts();
  if (state.status === 'missing') return <EmptyState title={text('content.courseMissing')} />;
  if (state.status === 'failed') return <ErrorState title={text('content.courseFailed')} onRetry={onRetry} />;
  return (
    <div className="ob-course-content">
      <div className="ob-course-header">
        <div className="ob-page-title" aria-hidden="true">
          <Skeleton className="ob-course-skeleton-title" />
        </div>
        <p className="ob-page-description ob-course-loading" role="status">
          <Spinner decorative />
          {text('content.courseLoading')}
        </p>
      </div>
      <div className="ob-course-video" aria-hidden="true">
        <Skeleton shape="box" />
      </div>
    </div>
  );
}

function CourseContent(props: CourseViewProps & { course: Course }): ReactNode {
  const { course, downloads, position, onPosition, onDownload, onRenew, imageHosts } = props;
  const text = useTexts();
  const documents = useId();
  const name = course.name || text('content.courseUntitled');
  return (
    <article className="ob-course-content">
      <header className="ob-course-header">
        <h1 className="ob-page-title" dir="auto">
          {name}
        </h1>
        {course.description === '' ? null : (
          <p className="ob-page-description" dir="auto">
            {course.description}
          </p>
        )}
      </header>
      {safePicture(course.video) === null || course.video === null ? null : (
        <CourseVideo
          key={props.state.id}
          name={name}
          src={course.video}
          captions={course.captions}
          poster={course.image}
          position={position}
          onPosition={onPosition}
          onRenew={onRenew}
        />
      )}
      <section className="ob-course-details" aria-label={text('content.courseDetails')}>
        <CourseDetails html={course.details} imageHosts={imageHosts} />
      </section>
      {course.documents.length === 0 ? null : (
        <section className="ob-course-documents" aria-labelledby={documents}>
          <h2 id={documents}>{text('content.documents')}</h2>
          <DocumentsList documents={course.documents} downloads={downloads} onDownload={onDownload} />
        </section>
      )}
    </article>
  );
}
