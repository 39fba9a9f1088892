// What a person sees between a sign-in, or the first document, and the arrival of the page's code.

import { createTexts } from '@openbell/core/catalogue';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startMembers } from '../../../examples/web/src/members-app.tsx';
import { drawShell } from '../../../examples/web/src/prerender-entry.tsx';
import type { LoadedSite } from '../../../examples/web/src/site/islands/page-host.tsx';
import { startMembersApp } from '../../../examples/web/src/site/start-members-app.ts';

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
});

/** A library that never arrives, with the page's code. */
const loading = new Promise(() => {}) as unknown as LoadedSite;

test.each([
  ['/profile', 'Profile'],
  ['/profile/edit', 'Edit profile'],
  ['/dashboard', 'Dashboard'],
  ['/chat/5', 'Group Chat'],
  ['/personal-chat', 'Personal Chat'],
  ['/market-data', 'Market Data'],
  ['/site-alerts', 'Alerts'],
  ['/courses', 'Courses'],
  ['/course/1', 'Course'],
  ['/unsubscribe/7', 'Unsubscribe'],
])(
  'shows the frame with the heading of %s while its code loads: %s [site.members-frame]',
  async (path, title) => {
    window.history.replaceState(null, '', path);
    for (const document of ['after a sign-in', 'prerendered']) {
      const root = window.document.createElement('div');
      if (document === 'prerendered') root.innerHTML = drawShell();
      window.document.body.replaceChildren(root);
      await act(async () => void startMembers(root, loading));
      const main = screen.getByRole('main');
      expect([document, within(main).getByRole('heading', { level: 1 }).textContent]).toEqual([
        document,
        title,
      ]);
      expect(main.getAttribute('aria-busy')).toBe('true');
      expect(within(main).getByRole('status').textContent).toBe('Loading');
    }
  },
);

const offline = new TypeError('Failed to fetch');
const lost = (): LoadedSite => Promise.reject(offline) as unknown as LoadedSite;

test.each([
  ['the app', () => Promise.reject(offline)],
  ['the library', async () => ({ startMembers: (root: HTMLElement) => startMembers(root, lost()) })],
])('says that the page could not be loaded when the code of %s fails to load', async (_, load) => {
  const root = window.document.createElement('div');
  root.innerHTML = drawShell();
  window.document.body.replaceChildren(root);
  await act(() => expect(startMembersApp(root, load)).rejects.toThrow(offline));
  const texts = createTexts();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('alert').textContent).toContain(texts('shell.pageFailedHint'));
  expect(main.getByRole('heading', { level: 1 }).textContent).toBe(texts('shell.pageFailed'));
  expect(main.getByRole('button', { name: texts('shell.retry') })).toBeTruthy();
  expect(root.childElementCount).toBe(1);
});
