import { createAlerts, createAlertView } from '@openbell/core/alerts';
import { createCourses } from '@openbell/core/courses';
import { useAlerts, useAlertView, useCourse, useCourseList } from '@openbell/react-hooks';
import { createFakeApi, createFakePage, createFakeTime, settle } from '@openbell/testing';
import { act, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';

const strict = { wrapper: StrictMode };

test('loads courses and a course once on first use, also in StrictMode', async () => {
  const api = createFakeApi(settle);
  const courses = createCourses({ api });
  function Page({ id }: { id: number }) {
    const list = useCourseList(courses);
    const { state } = useCourse(id, courses);
    return (
      <p>
        {list.state.status} {state.status} {state.course?.name ?? 'none'}
      </p>
    );
  }
  const { rerender } = render(<Page id={1} />, strict);
  expect(api.requests.map(({ path }) => path).sort()).toEqual(['/app/course/{courseId}', '/app/courses']);
  const course = {
    id: 1,
    name: 'One',
    description: '',
    image: null,
    video: null,
    captions: null,
    details: '',
    documents: [],
  };
  await act(() => api.latest('/app/course/{courseId}').succeed(course));
  expect(screen.getByText('loading ready One')).toBeDefined();
  // The previous course is never shown under the new id.
  rerender(<Page id={2} />);
  expect(screen.getByText('loading loading none')).toBeDefined();
  rerender(<Page id={Number.NaN} />);
  expect(screen.getByText('loading missing none')).toBeDefined();
});

test('loads alerts and updates their times while shown', async () => {
  const api = createFakeApi(settle);
  const time = createFakeTime();
  const alerts = createAlerts({
    api,
    page: createFakePage(),
    now: () => time.clock.now(),
    scheduler: time.scheduler,
  });
  function Page() {
    const { state, now } = useAlerts(alerts);
    return (
      <p>
        {state.status} {now - Date.UTC(2026, 10, 21, 15)}
      </p>
    );
  }
  const { unmount } = render(<Page />, strict);
  expect(api.requests).toHaveLength(1);
  await act(() => api.latest('/web/alerts').succeed({ data: [], last_page: 1 }));
  expect(screen.getByText('ready 0')).toBeDefined();
  await act(() => time.advance(30_000));
  expect(screen.getByText('ready 30000')).toBeDefined();
  unmount();
  expect(time.pending()).toBe(0);
});

test('loads the alert of a code, and again when the code changes', async () => {
  const api = createFakeApi(settle);
  const view = createAlertView({ api });
  function Page({ code }: { code: string | null }) {
    return <p>{useAlertView(code, view).state.status}</p>;
  }
  const { rerender } = render(<Page code={null} />, strict);
  expect(screen.getByText('no-code')).toBeDefined();
  rerender(<Page code="a" />);
  rerender(<Page code="b" />);
  expect(api.requests.map(({ input }) => input.params?.code)).toEqual(['a', 'b']);
  expect(screen.getByText('loading')).toBeDefined();
});
