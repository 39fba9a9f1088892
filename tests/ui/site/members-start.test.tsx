// What a person sees between a sign-in, or the first document, and the arrival of the page's code.
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startMembers } from '../../../examples/web/src/members-app.tsx';
import { drawShell } from '../../../examples/web/src/prerender-entry.tsx';
import type { LoadedSite } from '../../../examples/web/src/site/islands/page-host.tsx';

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
