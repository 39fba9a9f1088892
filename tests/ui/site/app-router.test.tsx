// The router of the members' app: history entries, code that is loaded first, blocked navigations, pages that fail.
import { createSiteFeatures } from '@openbell/core/site-features';
import { OpenbellProvider } from '@openbell/react-hooks';
import { createFakeTime, createMemoryStorage } from '@openbell/testing';
import { NoticeHost } from '@openbell/ui/primitives';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type RouteObject, useLocation, useNavigationType, useParams } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import CoursePage from '../../../examples/web/src/pages/content/course-page.tsx';
import { AppRouter } from '../../../examples/web/src/site/members/AppRouter.tsx';
import { loadPages } from '../../../examples/web/src/site/members/load-pages.ts';
import { useLeaveQuestion } from '../../../examples/web/src/site/members/use-leave-question.ts';
import { AppLink } from '../../../examples/web/src/site/routing/AppLink.tsx';
import { type AppHistory, createAppHistory } from '../../../examples/web/src/site/routing/app-history.ts';
import { openApp } from '../account/account-support.tsx';

let opened: AppHistory | undefined;
afterEach(() => {
  cleanup();
  opened?.destroy();
  window.history.replaceState(null, '', '/');
});

function Page() {
  const { pathname, search, state } = useLocation();
  const { id = '' } = useParams();
  return <h1>{`${useNavigationType()} ${pathname}${search} ${id} ${JSON.stringify(state)}`}</h1>;
}

let isDirty = true;
const blocks = () => isDirty;

function Form() {
  const { isAsking, leave, stay } = useLeaveQuestion(blocks);
  return (
    <>
      <h1>Form</h1>
      {isAsking ? <p>Leave?</p> : null}
      <button type="button" onClick={leave}>
        Leave
      </button>
      <button type="button" onClick={stay}>
        Stay
      </button>
      <AppLink href="/courses">Courses</AppLink>
    </>
  );
}

function Broken(): never {
  throw new Error('broken page');
}

/** Resolves after a number of `popstate` events. */
async function moved(events: number): Promise<void> {
  for (let left = events; left > 0; left -= 1) {
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  }
}

async function open(path: string, more: RouteObject[] = []) {
  window.history.replaceState(null, '', path);
  isDirty = true;
  const routes: RouteObject[] = [
    { path: '/course/:id', handle: { title: 'Course' }, element: <Page /> },
    { path: '/form', element: <Form /> },
    { path: '/broken', element: <Broken /> },
    ...more,
    { path: '*', element: <Page /> },
  ];
  const history = createAppHistory({ load: (pathname) => loadPages(routes, pathname) });
  opened = history;
  const time = createFakeTime();
  const site = createSiteFeatures({
    apiUrl: 'https://site.test/api',
    ports: { ...time, localStorage: createMemoryStorage(), sessionStorage: createMemoryStorage() },
  });
  await act(async () => {
    render(
      <OpenbellProvider openbell={site}>
        <AppRouter history={history} routes={routes} />
      </OpenbellProvider>,
    );
  });
  return {
    history,
    heading: () => screen.getByRole('heading').textContent,
    push: (to: string, state?: unknown) => act(async () => history.push(to, state)),
    /** Resolves after the browser's event; a blocked navigation has another one, for the way back. */
    go: (delta: number, events = 1) =>
      act(async () => {
        window.history.go(delta);
        await moved(events);
      }),
    press: (name: string, role: 'link' | 'button' = 'button', events = 0) =>
      act(async () => {
        fireEvent.click(screen.getByRole(role, { name }));
        await moved(events);
      }),
  };
}

test('shows the pages of new entries, and of Back and Forward', async () => {
  const app = await open('/course/7?a=1');
  expect(app.heading()).toBe('POP /course/7?a=1 7 null');
  expect(document.title).toBe('Course · Openbell');
  await app.push('/chat', { list: true });
  expect(app.heading()).toBe('PUSH /chat  {"list":true}');
  expect(document.title).toBe('Openbell');
  await app.go(-1);
  expect(app.heading()).toBe('POP /course/7?a=1 7 null');
  await app.go(1);
  expect(app.heading()).toBe('POP /chat  {"list":true}');
});

test("titles the document with the course's name, and with 'Course' while it has none", async () => {
  window.history.replaceState(null, '', '/dashboard');
  const routes: RouteObject[] = [
    { path: '/dashboard', handle: { title: 'Dashboard' }, element: <h1>News</h1> },
    { path: '/course/:courseId', handle: { title: 'Course' }, element: <CoursePage /> },
  ];
  opened = createAppHistory({ load: () => undefined });
  const app = openApp(null);
  // Strict mode repeats the effects of a new page, but not those of the layout around it.
  render(
    <OpenbellProvider openbell={app.openbell}>
      <NoticeHost>
        <AppRouter history={opened} routes={routes} />
      </NoticeHost>
    </OpenbellProvider>,
  );
  const respond = async (id: number, status: number) =>
    (await app.call(`/api/app/course/${id}`)).respond(status, {
      id,
      name: `Lesson ${id}`,
      documents: [],
    });
  // The course is stored before the page opens.
  void app.openbell.courses.openCourse(1);
  await respond(1, 200);
  await act(async () => opened?.push('/course/1'));
  expect(document.title).toBe('Lesson 1 · Openbell');
  await act(async () => opened?.push('/course/2'));
  await respond(2, 500);
  expect(document.title).toBe('Course · Openbell');
  await act(async () => opened?.push('/dashboard'));
  expect(document.title).toBe('Dashboard · Openbell');
});

test('keeps the key of an entry, and the number of entries when one is replaced', async () => {
  const app = await open('/chat');
  const entries = window.history.length;
  await act(async () => app.history.replace('/chat/1'));
  expect(window.history.length).toBe(entries);
  const { key } = app.history.visit().location;
  await app.push('/courses');
  expect(app.history.visit().location.key).not.toBe(key);
  await app.go(-1);
  expect(app.history.visit().location.key).toBe(key);
});

test('changes the URL after the code of the page has arrived, and drops an older navigation', async () => {
  const arrivals = new Map<string, () => void>();
  const late = (path: string): RouteObject => ({
    path,
    lazy: () => new Promise((resolve) => arrivals.set(path, () => resolve({ Component: Page }))),
  });
  const app = await open('/chat', [late('/slow'), late('/slower')]);
  await app.push('/slower');
  await app.push('/slow');
  expect(window.location.pathname).toBe('/chat');
  await act(async () => arrivals.get('/slow')?.());
  expect(app.heading()).toBe('PUSH /slow  null');
  await act(async () => arrivals.get('/slower')?.());
  expect(window.location.pathname).toBe('/slow');
});

test('asks before a link leaves, stays, and leaves after the confirmation', async () => {
  const app = await open('/form');
  await app.press('Courses', 'link');
  expect(screen.getByText('Leave?')).toBeDefined();
  expect(window.location.pathname).toBe('/form');
  await app.press('Stay');
  expect(screen.queryByText('Leave?')).toBeNull();
  await app.press('Courses', 'link');
  await app.press('Leave');
  expect(app.heading()).toBe('PUSH /courses  null');
});

test('asks before Back and Forward leave, and keeps the entries', async () => {
  const app = await open('/chat');
  await app.push('/form');
  await app.go(-1, 2);
  expect(screen.getByText('Leave?')).toBeDefined();
  expect(window.location.pathname).toBe('/form');
  await app.press('Stay');
  await app.go(-1, 2);
  await app.press('Leave', 'button', 1);
  expect(app.heading()).toBe('POP /chat  null');
  isDirty = false;
  await app.go(1);
  expect(app.heading()).toBe('Form');
});

test('shows the error page for a page that throws, and the next page after it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const app = await open('/chat');
  await app.push('/broken');
  expect(screen.getByRole('main').className).toBe('site-alone');
  await app.push('/courses');
  expect(app.heading()).toBe('PUSH /courses  null');
});

test('shows the error page when code fails to load, and loads it again at the next visit', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let isOnline = false;
  const lazy = async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return { Component: Page };
  };
  const app = await open('/chat', [{ path: '/late', lazy }]);
  await app.push('/late');
  expect(screen.getByRole('main').className).toBe('site-alone');
  expect(window.location.pathname).toBe('/late');
  await app.push('/chat');
  isOnline = true;
  await app.push('/late');
  expect(app.heading()).toBe('PUSH /late  null');
});

test('leaves a click with a modifier to the browser, and adds no entry for the current URL', async () => {
  const link = <AppLink href="/here">Here</AppLink>;
  const app = await open('/here', [{ path: '/here', element: link }]);
  const anchor = screen.getByRole('link', { name: 'Here' });
  const entries = window.history.length;
  await app.press('Here', 'link');
  expect(window.history.length).toBe(entries);
  expect(app.history.visit().action).toBe('REPLACE');
  expect(fireEvent.click(anchor, { ctrlKey: true })).toBe(true);
});
