import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NewVersionNotice } from '../../../examples/web/src/site/app-shell/NewVersionNotice.tsx';
import { NoticeHost } from '../../../packages/ui/src/primitives/index.ts';

const documentOf = (version: string) => new Response(`<meta name="version" content="${version}">`);
const fetchDocument = vi.fn<() => Promise<Response>>();
const postMessage = vi.fn();

interface FakeRegistration extends EventTarget {
  waiting: { postMessage: unknown } | null;
  installing: EventTarget | null;
}
let registration: FakeRegistration;

beforeEach(() => {
  vi.stubGlobal('fetch', fetchDocument);
  registration = Object.assign(new EventTarget(), { waiting: { postMessage }, installing: null });
  const serviceWorker = Object.assign(new EventTarget(), { ready: Promise.resolve(registration) });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  document.head.innerHTML = '<meta name="version" content="mine">';
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  document.head.innerHTML = '';
});

const open = () =>
  render(
    <NoticeHost>
      <NewVersionNotice />
    </NoticeHost>,
  );

test('lets a waiting worker take over when the page is of the newest build', async () => {
  fetchDocument.mockResolvedValue(documentOf('mine'));
  open();
  await waitFor(() => expect(postMessage).toHaveBeenCalledWith('activate'));
});

test('offers to reload when the server has a newer build, whose worker waits on [site.new-version]', async () => {
  fetchDocument.mockResolvedValue(documentOf('newer'));
  open();
  expect(await screen.findByText('A new version is ready.')).toBeTruthy();
  expect(postMessage).not.toHaveBeenCalled();
});

test('offers to reload after a worker that was installing when the page opened [site.new-version]', async () => {
  fetchDocument.mockResolvedValue(documentOf('newer'));
  const worker = new EventTarget();
  Object.assign(registration, { waiting: null, installing: worker });
  open();
  await act(async () => undefined);
  expect(fetchDocument).not.toHaveBeenCalled();
  Object.assign(registration, { waiting: { postMessage }, installing: null });
  worker.dispatchEvent(new Event('statechange'));
  expect(await screen.findByText('A new version is ready.')).toBeTruthy();
});

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is not ready', () => Promise.resolve(new Response('', { status: 502 }))],
  ['sends another document', () => Promise.resolve(new Response('<p>Sign in to this network.</p>'))],
])('leaves a waiting worker and the page alone when the server %s', async (_, respond) => {
  const answered = vi.fn();
  fetchDocument.mockImplementation(async () => {
    setTimeout(answered);
    return respond();
  });
  open();
  await waitFor(() => expect(answered).toHaveBeenCalled());
  expect(postMessage).not.toHaveBeenCalled();
  expect(screen.queryByText('A new version is ready.')).toBeNull();
});
