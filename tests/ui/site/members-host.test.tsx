import { useOpenbell } from '@openbell/react-hooks';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { ShellLayout } from '../../../examples/web/src/site/members/ShellLayout.tsx';
import { openSite } from './support.tsx';

test("creates the members' features once, when the shell is first opened", async () => {
  const user = userEvent.setup();
  const seen: unknown[] = [];
  function Dashboard() {
    seen.push(useOpenbell().news);
    return <Link to="/lost">Lost</Link>;
  }
  const site = await openSite(
    [
      // Outside the layout, like the members' not-found page.
      { path: '/lost', element: <Link to="/dashboard">Dashboard</Link> },
      { element: <ShellLayout />, children: [{ path: '/dashboard', element: <Dashboard /> }] },
      { path: '*', element: null },
    ],
    '/lost',
    { token: true },
  );
  await site.respond();
  expect(seen).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await user.click(await screen.findByRole('link', { name: 'Lost' }));
  const visits = seen.length;
  expect(visits).toBeGreaterThan(0);
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('link', { name: 'Lost' });
  expect(seen.length).toBeGreaterThan(visits);
  expect(new Set(seen).size).toBe(1);
});
