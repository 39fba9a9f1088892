import { useCourseList } from '@openbell/react-hooks';
import { CourseGrid } from '@openbell/ui/content';
import { type LinkProps, useTexts } from '@openbell/ui/primitives';
import { PageHeader } from '@openbell/ui/shell';
import { AppLink } from '../../site/routing/AppLink.tsx';
import '@openbell/ui/styles/content.css';

/** /courses: the courses as cards. */
export default function CoursesPage() {
  const text = useTexts();
  const { state, reload } = useCourseList();
  return (
    <div className="ob-page">
      <PageHeader title={text('content.coursesTitle')} description={text('content.coursesIntro')} />
      <CourseGrid
        status={state.status}
        items={state.items}
        hrefOf={(id) => `/course/${id}`}
        link={CourseLink}
        onRetry={reload}
      />
    </div>
  );
}

/** Marks the navigation, so that the course's back link can use the history and restore the position. */
function CourseLink(props: LinkProps) {
  return <AppLink state={{ from: 'courses' }} {...props} />;
}
