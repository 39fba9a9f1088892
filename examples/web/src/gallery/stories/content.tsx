import {
  AlertPanel,
  AlertsList,
  Button,
  CourseDetails,
  CourseGrid,
  CourseVideo,
  CourseView,
  type CourseViewProps,
  DocumentsList,
  NewsCard,
  NewsGrid,
} from '@openbell/ui';
import { alerts, course, NOW, news, picture } from '../sample-data.ts';
import { long, nothing, rtl, type Story } from '../story.ts';

const date = () => 'November 21st 2026, 9:30:00 AM';
const none = new Map<number, { received: number; total: number | null }>();
const statuses = ['loading', 'failed', 'ready'] as const;

const page = (state: CourseViewProps['state'], downloads = none) => (
  <CourseView
    state={state}
    downloads={downloads}
    back={<Button>Back</Button>}
    position={() => 0}
    onPosition={nothing}
    onDownload={nothing}
    onRetry={nothing}
    onRenew={async () => undefined}
  />
);

export const contentStories: readonly Story[] = [
  {
    of: ['NewsGrid'],
    state: 'ready, with a lead story',
    wide: true,
    draw: () => <NewsGrid status="ready" items={news} formatDate={date} onRetry={nothing} />,
  },
  ...statuses.map(
    (status): Story => ({
      of: ['NewsGrid'],
      state: status === 'ready' ? 'empty' : status,
      wide: true,
      draw: () => <NewsGrid status={status} items={[]} formatDate={date} onRetry={nothing} />,
    }),
  ),
  {
    of: ['NewsCard'],
    state: 'long words, right to left',
    draw: () => (
      <div className="gallery-stack">
        {news.slice(1, 3).map((item) => (
          <NewsCard key={item.id} item={item} date={date()} />
        ))}
      </div>
    ),
  },
  {
    of: ['CourseGrid'],
    state: 'ready, with and without a picture',
    wide: true,
    draw: () => (
      <CourseGrid
        status="ready"
        items={[
          course,
          { ...course, id: 5, image: null, name: long },
          { ...course, id: 6, image: null, name: rtl },
        ]}
        hrefOf={(id) => `#course-${id}`}
        onRetry={nothing}
      />
    ),
  },
  ...statuses.map(
    (status): Story => ({
      of: ['CourseGrid'],
      state: status === 'ready' ? 'empty' : status,
      wide: true,
      draw: () => <CourseGrid status={status} items={[]} hrefOf={() => '#'} onRetry={nothing} />,
    }),
  ),
  {
    of: ['CourseView', 'DocumentsList', 'CourseDetails'],
    state: 'ready, one document on its way',
    wide: true,
    draw: () => page({ status: 'ready', id: 4, course }, new Map([[1, { received: 34, total: 100 }]])),
  },
  {
    of: ['CourseView'],
    state: 'loading',
    wide: true,
    draw: () => page({ status: 'loading', id: 4, course: null }),
  },
  {
    of: ['CourseView'],
    state: 'missing',
    wide: true,
    draw: () => page({ status: 'missing', id: 4, course: null }),
  },
  {
    of: ['CourseView'],
    state: 'failed',
    wide: true,
    draw: () => page({ status: 'failed', id: 4, course: null, error: { code: 'courses-unreachable' } }),
  },
  {
    of: ['CourseVideo'],
    state: 'a film that does not play',
    draw: () => (
      <CourseVideo
        name={course.name}
        src="/dev/gallery/no-film.webm"
        captions={null}
        poster={picture}
        position={() => 0}
        onPosition={nothing}
        onRenew={async () => undefined}
      />
    ),
  },
  { of: ['CourseDetails'], state: 'nothing in it', draw: () => <CourseDetails html="" /> },
  {
    of: ['DocumentsList'],
    state: 'still, on their way, of unknown length',
    draw: () => (
      <DocumentsList
        documents={[...course.documents, { name: rtl, file: '/c.pdf' }]}
        downloads={
          new Map([
            [1, { received: 50, total: 100 }],
            [2, { received: 50, total: null }],
          ])
        }
        onDownload={nothing}
      />
    ),
  },
  {
    of: ['AlertsList'],
    state: 'more to come',
    draw: () => (
      <AlertsList status="ready" items={alerts} hasMore now={NOW} onLoadMore={nothing} onRetry={nothing} />
    ),
  },
  {
    of: ['AlertsList'],
    state: 'loading more',
    draw: () => (
      <AlertsList
        status="loading-more"
        items={alerts}
        hasMore
        now={NOW}
        onLoadMore={nothing}
        onRetry={nothing}
      />
    ),
  },
  {
    of: ['AlertsList'],
    state: 'no more',
    draw: () => (
      <AlertsList
        status="ready"
        items={alerts}
        hasMore={false}
        now={NOW}
        onLoadMore={nothing}
        onRetry={nothing}
      />
    ),
  },
  ...statuses.map(
    (status): Story => ({
      of: ['AlertsList'],
      state: status === 'ready' ? 'empty' : status,
      draw: () => (
        <AlertsList
          status={status}
          items={[]}
          hasMore={false}
          now={NOW}
          onLoadMore={nothing}
          onRetry={nothing}
        />
      ),
    }),
  ),
  ...(['no-code', 'loading', 'none', 'failed'] as const).map(
    (status): Story => ({
      of: ['AlertPanel'],
      state: status,
      draw: () => (
        <AlertPanel
          state={
            status === 'no-code'
              ? { status }
              : status === 'failed'
                ? { status, code: 'x', message: 'Failed to load alert', isRetryable: false }
                : { status, code: 'x' }
          }
          onRetry={nothing}
        />
      ),
    }),
  ),
  ...alerts.map(
    (alert): Story => ({
      of: ['AlertPanel'],
      state: `ready, ${['right to left', 'long words', 'an idea'][alert.id - 1]}`,
      draw: () => <AlertPanel state={{ status: 'ready', code: 'x', alert }} onRetry={nothing} />,
    }),
  ),
];
