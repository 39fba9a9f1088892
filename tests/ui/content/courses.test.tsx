import { CourseGrid, type CourseGridProps, CourseView, type CourseViewProps } from '@openbell/ui/content';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';

const course = {
  id: 4,
  name: 'Reading the range',
  description: 'What it tells',
  image: '/media/course-pictures/a.webp',
  video: '/media/courses/a.webm?signature=1',
  captions: '/media/courses/a.vtt?signature=1',
  details: '<p>Words</p>',
  documents: [
    { name: 'Worksheet', file: '/a.pdf' },
    { name: 'Worksheet', file: '/b.pdf' },
  ],
};

describe('the grid', () => {
  const draw = (parts: Partial<CourseGridProps>) => {
    const onRetry = vi.fn();
    render(
      <CourseGrid
        status="ready"
        items={[course]}
        hrefOf={(id) => `/course/${id}`}
        onRetry={onRetry}
        {...parts}
      />,
    );
    return onRetry;
  };

  test('shows a card per course with image, name, description and link [courses.grid]', () => {
    draw({});
    const card = screen.getByRole('article');
    expect(within(card).getByRole('heading').textContent).toBe('Reading the range');
    expect(within(card).getByText('What it tells')).toBeDefined();
    expect(card.querySelector('img')?.getAttribute('src')).toBe(course.image);
    expect(screen.getByRole('link', { name: 'Reading the range' }).getAttribute('href')).toBe('/course/4');
  });

  test('draws a placeholder for a missing, unsafe or broken picture', () => {
    draw({
      items: [course, { ...course, id: 5, image: null }, { ...course, id: 6, image: 'javascript:x()' }],
    });
    const image = document.querySelector('img');
    if (image) fireEvent.error(image);
    expect(document.querySelectorAll('img')).toHaveLength(0);
    expect(document.querySelectorAll('.ob-news-drawing')).toHaveLength(3);
  });

  test("shows 'No Courses Available' when empty [courses.empty]", () => {
    draw({ items: [] });
    expect(screen.getByText('No Courses Available')).toBeDefined();
  });

  test('shows a failure with Retry and keeps loaded courses [courses.load-error]', () => {
    const onRetry = draw({ status: 'failed' });
    expect(screen.getByRole('alert').textContent).toContain('The courses could not be loaded.');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe('the page', () => {
  const draw = (parts: Partial<CourseViewProps>) => {
    const actions = {
      onDownload: vi.fn(),
      onRetry: vi.fn(),
      onRenew: vi.fn(async () => undefined),
      onPosition: vi.fn(),
      position: vi.fn(() => 0),
    };
    const props: CourseViewProps = {
      state: { status: 'ready', id: 4, course },
      downloads: new Map(),
      back: <button type="button">Back</button>,
      ...actions,
      ...parts,
    };
    const { rerender } = render(<CourseView {...props} />);
    return {
      ...actions,
      change: (next: Partial<CourseViewProps>) => rerender(<CourseView {...props} {...next} />),
    };
  };
  const withCourse = (
    parts: Partial<Omit<typeof course, 'video'>> & { readonly video?: string | null },
  ): Partial<CourseViewProps> => ({
    state: { status: 'ready', id: 4, course: { ...course, ...parts } },
  });
  const renewed = '/media/courses/a.webm?signature=2';
  const film = () => {
    const video = document.querySelector('video');
    if (video === null) throw new Error('There is no film.');
    return video;
  };
  const withTimes = (currentTime: number, duration: number) => {
    const video = film();
    Object.defineProperty(video, 'currentTime', { configurable: true, writable: true, value: currentTime });
    Object.defineProperty(video, 'duration', { configurable: true, value: duration });
    Object.defineProperty(video, 'readyState', { configurable: true, value: 4 });
    return video;
  };

  test('shows the back link, the video with captions, the details and the documents [courses.page] [courses.captions]', () => {
    const { onDownload } = draw({});
    expect(screen.getByRole('button', { name: 'Back' })).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reading the range');
    expect(film().controls).toBe(true);
    expect(film().getAttribute('aria-label')).toBe('Video: Reading the range');
    expect(document.querySelector('track[kind="captions"][default]')?.getAttribute('src')).toBe(
      course.captions,
    );
    expect(screen.getByText('Words')).toBeDefined();
    const list = screen.getByRole('region', { name: 'Documents' });
    const buttons = within(list).getAllByRole('button', { name: 'Download Worksheet' });
    expect(buttons.map((button) => button.textContent)).toEqual(['Download', 'Download']);
    if (buttons[1]) fireEvent.click(buttons[1]);
    expect(onDownload.mock.calls).toEqual([[1]]);
  });

  test.each([
    ['/media/option%20basics.pdf?sig=a/b', 'option basics.pdf'],
    ['https://files.test/notes%.txt#2', 'notes%.txt'],
    ['https://files.test/', 'Document'],
  ])('names a document without a name by its file %s', (file, name) => {
    draw(withCourse({ documents: [{ name: ' ', file }] }));
    expect(document.querySelector('.ob-document-name')?.textContent).toBe(name);
    expect(screen.getByRole('button', { name: `Download ${name}` })).toBeDefined();
  });

  test('shows the progress of a download and ignores a second click [courses.progress]', () => {
    const { onDownload, change } = draw({ downloads: new Map([[0, { received: 3, total: 12 }]]) });
    const bar = screen.getByRole('progressbar', { name: 'Downloading Worksheet' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['3', '12']);
    const [busy] = screen.getAllByRole('button', { name: 'Download Worksheet' });
    if (busy) fireEvent.click(busy);
    expect(onDownload).not.toHaveBeenCalled();
    change({ downloads: new Map([[0, { received: 3, total: null }]]) });
    expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false);
  });

  test("shows 'Loading Course...' while loading [courses.loading]", () => {
    draw({ state: { status: 'loading', id: 4, course: null } });
    expect(screen.getByRole('status').textContent).toBe('Loading Course...');
  });

  test("shows 'No course found.' for an unknown course [courses.missing]", () => {
    draw({ state: { status: 'missing', id: 4, course: null } });
    expect(screen.getByText('No course found.')).toBeDefined();
  });

  test('shows a failure with Retry [courses.load-error]', () => {
    const { onRetry } = draw({
      state: { status: 'failed', id: 4, course: null, error: { code: 'courses-unreachable' } },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('renders without video, details and documents', () => {
    draw(withCourse({ video: null, details: '', documents: [] }));
    expect(document.querySelector('video')).toBeNull();
    expect(screen.getByText('No content available')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Documents' })).toBeNull();
  });

  test('does not load a video from an unsafe URL', () => {
    draw(withCourse({ video: 'javascript:x()' }));
    expect(document.querySelector('video')).toBeNull();
  });

  test('resumes the video at the saved position and keeps saving it [courses.resume]', () => {
    const { onPosition } = draw({ position: () => 61 });
    const video = withTimes(0, 600);
    fireEvent.loadedMetadata(video);
    expect(video.currentTime).toBe(61);
    fireEvent.timeUpdate(video);
    expect(onPosition.mock.calls).toEqual([[61, 600]]);
    video.currentTime = 63;
    fireEvent.timeUpdate(video);
    expect(onPosition).toHaveBeenCalledTimes(1);
    fireEvent.pause(video);
    expect(onPosition).toHaveBeenLastCalledWith(63, 600);
    video.currentTime = 70;
    fireEvent(window, new Event('pagehide'));
    expect(onPosition).toHaveBeenLastCalledWith(70, 600);
  });

  test('switches to a renewed URL only when the old one stops playing', () => {
    const { onRenew, change } = draw({});
    change(withCourse({ video: renewed }));
    expect(film().getAttribute('src')).toBe(course.video);
    fireEvent.error(film());
    expect(film().getAttribute('src')).toBe(renewed);
    expect(onRenew).not.toHaveBeenCalled();
  });

  test('requests a new URL once after a playback error, then shows Retry', async () => {
    const { onRenew, change } = draw({});
    fireEvent.error(film());
    expect(onRenew).toHaveBeenCalledOnce();
    change(withCourse({ video: renewed }));
    expect(film().getAttribute('src')).toBe(renewed);
    fireEvent.error(film());
    expect(screen.getByRole('alert').textContent).toContain('The video could not be played.');
    expect(onRenew).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRenew).toHaveBeenCalledTimes(2);
    fireEvent.error(film());
    expect(screen.getByRole('alert')).toBeDefined();
  });

  test('shows an error without a new URL, and uses one that arrives later', async () => {
    const { change } = draw({});
    fireEvent.error(film());
    expect((await screen.findByRole('alert')).textContent).toContain('The video could not be played.');
    change(withCourse({ video: renewed }));
    expect(film().getAttribute('src')).toBe(renewed);
    fireEvent.loadedMetadata(withTimes(0, 600));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
