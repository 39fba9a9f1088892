import { ShellSkeleton } from '@openbell/ui/shell';
import { render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { drawShell } from '../../../examples/web/src/prerender-entry.tsx';

test('the frame of the members’ app has a heading in the main landmark before any script [site.members-frame]', () => {
  document.body.innerHTML = drawShell();
  const main = screen.getByRole('main');
  expect(within(main).getByRole('heading', { level: 1 }).textContent).toBe('Openbell');
  expect(main.getAttribute('aria-busy')).toBe('true');
  expect(within(main).getByRole('status').textContent).toBe('Loading');
  document.body.innerHTML = '';
});

test('announces the loading text below the heading of the page', () => {
  render(<ShellSkeleton label="Loading profile…" heading="Profile" />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Profile');
  expect(screen.getByRole('status').textContent).toContain('Loading profile…');
  expect(renderToString(<ShellSkeleton />)).toContain('<h1');
});
