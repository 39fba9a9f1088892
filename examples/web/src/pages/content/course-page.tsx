import { saveBlob } from '@openbell/core/ports';
import { useCourse, useFirstSteps } from '@openbell/react-hooks';
import { CourseView } from '@openbell/ui/content';
import { Button, useNotices, useTexts } from '@openbell/ui/primitives';
import { ArrowLeft } from 'lucide-react';
import { useContext, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { documentTitle, PageTitleContext } from '../../site/members/page-title.ts';
import '@openbell/ui/styles/content.css';

/** /course/{courseId}: one course. */
export default function CoursePage() {
  const text = useTexts();
  const { notify } = useNotices();
  const { markDone } = useFirstSteps();
  const { courseId = '' } = useParams();
  const { state: from } = useLocation();
  const navigate = useNavigate();
  const { state, downloads, download, reload, renew, position, keepPosition } = useCourse(
    /^[1-9]\d{0,14}$/.test(courseId) ? Number(courseId) : Number.NaN,
  );
  const pageTitle = useContext(PageTitleContext);
  const title = state.course?.name ?? pageTitle;

  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);

  async function save(place: number): Promise<void> {
    const outcome = await download(place);
    if (outcome.ok) saveBlob(outcome.value.blob, outcome.value.name);
    else if (outcome.error.code === 'download-failed') {
      notify({ level: 'alert', text: text('content.downloadFailed') });
    }
  }

  /** Members who came from the list return to their scroll position in it. */
  const cameFromList = typeof from === 'object' && from !== null && 'from' in from && from.from === 'courses';

  return (
    <div className="ob-page">
      <CourseView
        state={state}
        downloads={downloads}
        back={
          <Button
            variant="quiet"
            icon={<ArrowLeft className="ob-directional" size={16} aria-hidden="true" />}
            onClick={() => void (cameFromList ? navigate(-1) : navigate('/courses'))}
          >
            {text('content.back')}
          </Button>
        }
        position={position}
        onPosition={(seconds, duration) => {
          keepPosition(seconds, duration);
          if (seconds > 0) markDone('lesson');
        }}
        onDownload={(place) => void save(place)}
        onRetry={reload}
        onRenew={renew}
      />
    </div>
  );
}
