import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { noPageHost, PageHostProvider } from '../../../examples/web/src/site/islands/page-host.tsx';
import { NavigationBar } from '../../../examples/web/src/site/public/NavigationBar.tsx';
import { openSite } from './support.tsx';

const sections = ['home', 'about', 'pricing', 'contact'];
const routes = [
  {
    path: '*',
    element: (
      <>
        <NavigationBar />
        {sections.map((id) => (
          <section key={id} id={id} />
        ))}
      </>
    ),
  },
];
const bar = (): HTMLElement => screen.getByRole('navigation', { name: 'Site' });

test('links to anchors on the root route and marks the one in the address [routes.bar-anchors]', async () => {
  const user = userEvent.setup();
  window.location.hash = '#about';
  await openSite(routes, '/');
  const links = within(bar()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/#home',
    '/#about',
    '/#pricing',
    '/#contact',
  ]);
  expect(within(bar()).getByRole('link', { current: 'location' }).textContent).toBe('About');
  await user.click(within(bar()).getByRole('link', { name: 'Pricing' }));
  await waitFor(() =>
    expect(within(bar()).getByRole('link', { current: 'location' }).textContent).toBe('Pricing'),
  );
});

test('marks the last section above the reading line while scrolling [routes.bar-scroll]', async () => {
  window.location.hash = '';
  await openSite(routes, '/');
  expect(within(bar()).getByRole('link', { current: 'location' }).textContent).toBe('Home');
  // The window is 768 px high, its reading line at 256 px.
  const heads = { home: -900, about: -300, pricing: 250, contact: 900 };
  for (const [id, top] of Object.entries(heads)) {
    const section = document.getElementById(id);
    if (section) section.getBoundingClientRect = () => ({ top }) as DOMRect;
  }
  fireEvent.scroll(window);
  await waitFor(() =>
    expect(within(bar()).getByRole('link', { current: 'location' }).textContent).toBe('Pricing'),
  );
});

test('marks nothing on a page without the sections', async () => {
  await openSite([{ path: '*', element: <NavigationBar /> }], '/');
  expect(within(bar()).queryByRole('link', { current: 'location' })).toBeNull();
});

test('shows Sign in and Sign up when signed out [routes.bar-signed-out]', async () => {
  await openSite(routes, '/');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
});

test('shows the first name with Profile and Logout when signed in [routes.bar-signed-in]', async () => {
  const user = userEvent.setup();
  const site = await openSite(routes, '/', { token: true });
  await site.respond();
  // The menu's code replaces the button.
  const person = await screen.findByRole('button', { name: /Nora/, expanded: false });
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  await user.click(person);
  expect((await screen.findByRole('menuitem', { name: 'Profile' })).getAttribute('href')).toBe('/profile');
  expect(screen.getByRole('menuitem', { name: 'Logout' })).toBeDefined();
});

test("shows the stored avatar or initials, and 'User' without a first name [routes.bar-avatar]", async () => {
  const stored = await openSite(routes, '/', { token: true, person: { dp: '/media/nora.webp' } });
  await stored.respond();
  const person = await screen.findByRole('button', { name: /Nora/ });
  expect(person.querySelector('img')?.getAttribute('src')).toBe('/media/nora.webp');
  cleanup();

  const drawn = await openSite(routes, '/', { token: true, person: { first_name: '' } });
  await drawn.respond();
  const nameless = await screen.findByRole('button', { name: 'User' });
  expect(nameless.querySelector('img')).toBeNull();
  expect(nameless.querySelector('.ob-avatar')?.textContent).toBe('U');
});

test('shows Sign in and Sign up on a device with a token when the code fails to load', async () => {
  const loadSite = () => Promise.reject(new TypeError('Failed to fetch'));
  render(
    <PageHostProvider host={{ ...noPageHost, isMemberLikely: () => true, loadSite }}>
      <NavigationBar />
    </PageHostProvider>,
  );
  // A style hides the links while the session is not known.
  const isKnown = () => screen.getByRole('link', { name: 'Sign in' }).parentElement?.dataset.known;
  expect(isKnown()).toBe('false');
  await waitFor(() => expect(isKnown()).toBe('true'));
});

test('closes the dropdown on a click outside [routes.bar-outside]', async () => {
  const user = userEvent.setup();
  const site = await openSite(routes, '/', { token: true });
  await site.respond();
  await user.click(await screen.findByRole('button', { name: /Nora/, expanded: false }));
  await screen.findByRole('menuitem', { name: 'Logout' });
  await user.click(document.body);
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
});

test("opens a panel with 'Menu', which closes on a link, a click outside or Escape [routes.bar-menu] [routes.menu-debounce]", async () => {
  const user = userEvent.setup();
  await openSite(routes, '/');
  const toggle = screen.getByRole('button', { name: 'Menu' });
  const isOpen = (): boolean => toggle.getAttribute('aria-expanded') === 'true';
  const panel = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
  // Presses are compared by their time stamps, which would be equal in a test.
  const press = (at: number): void => {
    const event = new MouseEvent('click', { bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    fireEvent(toggle, event);
  };

  press(1000);
  expect(isOpen()).toBe(true);
  expect(panel?.hidden).toBe(false);
  const hrefs = (links: HTMLElement): (string | null)[] =>
    within(links)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(hrefs(panel ?? document.body)).toEqual([...hrefs(bar()), '/signin', '/signup']);
  await user.click(within(panel ?? document.body).getByRole('link', { name: 'Contact' }));
  expect(isOpen()).toBe(false);

  press(2000);
  await user.click(document.body);
  expect(isOpen()).toBe(false);

  press(3000);
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(toggle);

  // The toggle ignores presses within 200 ms.
  press(4000);
  press(4199);
  expect(isOpen()).toBe(true);
  press(4200);
  expect(isOpen()).toBe(false);
});

test('scrolls its panel in a viewport that is lower than the panel', () => {
  const css = readFileSync(
    join(import.meta.dirname, '../../../examples/web/src/styles/site/bar.css'),
    'utf8',
  );
  const panel = /\.site-panel:not\(\[hidden\]\) \{([^}]*)\}/.exec(css)?.[1];
  expect(panel).toContain('max-height: calc(100dvh - 60px);');
  expect(panel).toContain('overflow-y: auto;');
  expect(css).toMatch(/\.site-bar-row \{\s*grid-template-columns: 1fr auto;\s*height: 60px;/);
});
