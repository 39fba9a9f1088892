import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Menu, MenuItem } from '@openbell/ui/primitives';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Journey } from '../../../examples/web/src/pages/landing/Journey.tsx';
import { Offer } from '../../../examples/web/src/pages/landing/Offer.tsx';
import Tape from '../../../examples/web/src/pages/landing/Tape.tsx';
import Testimonials from '../../../examples/web/src/pages/landing/Testimonials.tsx';
import { SiteFooter } from '../../../examples/web/src/site/public/SiteFooter.tsx';

const { matchMedia } = window;
const motion = (isCalm: boolean): void => {
  const query = { matches: isCalm, addEventListener() {}, removeEventListener() {} };
  Object.assign(window, { matchMedia: () => query });
};

beforeEach(() => {
  vi.useFakeTimers();
  motion(false);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Object.assign(window, { matchMedia });
});

/** With two slides, an even number of turns would show the first one again. */
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the carousel', () => {
  const shown = (): (string | null | undefined)[] =>
    [...document.querySelectorAll('[data-place="current"] figcaption')].map((name) => name.textContent);

  test('advances automatically, one slide at a time, in a loop [site.carousel]', async () => {
    render(<Testimonials />);
    const seen = [shown()];
    for (let turn = 0; turn < 2; turn += 1) {
      await wait(7000);
      seen.push(shown());
    }
    expect(seen).toEqual([['Dana R.'], ['Marcus T.'], ['Dana R.']]);
  });

  test('stops on hover, on pause, and with reduced motion', async () => {
    const { unmount } = render(<Testimonials />);
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Testimonials' }));
    await wait(10_000);
    expect(shown()).toEqual(['Dana R.']);
    fireEvent.pointerLeave(screen.getByRole('region', { name: 'Testimonials' }));
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await wait(10_000);
    expect(shown()).toEqual(['Dana R.']);
    unmount();
    motion(true);
    render(<Testimonials />);
    await wait(10_000);
    expect(shown()).toEqual(['Dana R.']);
  });

  test('does not advance while it has the focus, also when the pointer leaves, and the other way round', async () => {
    render(<Testimonials />);
    const region = screen.getByRole('region', { name: 'Testimonials' });
    const pause = screen.getByRole('button', { name: 'Pause' });
    fireEvent.focus(pause);
    fireEvent.pointerEnter(region);
    fireEvent.pointerLeave(region);
    await wait(10_000);
    expect(shown()).toEqual(['Dana R.']);
    fireEvent.pointerEnter(region);
    fireEvent.blur(pause);
    await wait(10_000);
    expect(shown()).toEqual(['Dana R.']);
    fireEvent.pointerLeave(region);
    await wait(7000);
    expect(shown()).toEqual(['Marcus T.']);
  });

  test('focuses a video when it is opened, and never again', () => {
    const focus = vi.spyOn(HTMLVideoElement.prototype, 'focus');
    render(<Testimonials />);
    fireEvent.click(screen.getAllByRole('link', { name: /Play the video/ })[0] as HTMLElement);
    expect(focus).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(focus).toHaveBeenCalledOnce();
  });

  test('stays while a video is open, until another slide is chosen [site.testimonial-film]', async () => {
    render(<Testimonials />);
    expect(document.querySelector('video')).toBeNull();
    const [play] = screen.getAllByRole('link', { name: /Play the video/ });
    if (play === undefined) throw new Error('There is no link to the video.');
    expect(play.getAttribute('href')).toBe('/films/dana-r.webm');
    fireEvent.click(play);
    fireEvent.blur(screen.getByLabelText('Video of Dana R.'));
    await wait(10_000);
    expect(shown()).toEqual(['Dana R.']);
    expect(document.querySelector('track')?.getAttribute('src')).toBe('/films/dana-r.vtt');
    fireEvent.click(screen.getByRole('button', { name: 'Testimonial 2 of 2' }));
    expect(document.querySelector('video')).toBeNull();
  });

  test('animates for 500 ms, and not at all with reduced motion [site.carousel-speed]', () => {
    const css = readFileSync(
      join(import.meta.dirname, '../../../examples/web/src/styles/landing/testimonials.css'),
      'utf8',
    );
    expect(css).toMatch(
      /@media \(prefers-reduced-motion: no-preference\) \{\s*\.testimonial \{\s*transition:\s*opacity 500ms/,
    );
  });
});

describe('the tape', () => {
  const lines = (): (string | null)[] =>
    [...document.querySelectorAll('.tape-line')].map((one) => one.textContent);

  test('plays while in view, by the newest report of the browser', async () => {
    let report: (entries: { isIntersecting: boolean }[]) => void = () => {};
    class Observer {
      constructor(listener: typeof report) {
        report = listener;
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    onTestFinished(() => void vi.unstubAllGlobals());
    render(<Tape />);
    const still = lines();
    act(() => report([{ isIntersecting: false }, { isIntersecting: true }]));
    await wait(1600);
    const played = lines();
    expect(played).not.toEqual(still);
    act(() => report([{ isIntersecting: true }, { isIntersecting: false }]));
    await wait(3200);
    expect(lines()).toEqual(played);
  });

  test('has no Pause with reduced motion, because nothing plays', () => {
    const css = readFileSync(
      join(import.meta.dirname, '../../../examples/web/src/styles/landing/tape.css'),
      'utf8',
    );
    expect(css).toMatch(/@media \(prefers-reduced-motion: reduce\) \{\s*\.tape-pause \{\s*display: none;/);
  });
});

test('shows the weeks of the curriculum and the continuous offers in the journey [site.timeline]', () => {
  render(<Journey />);
  expect(
    screen.getAllByRole('listitem').map((item) => item.querySelector('.journey-bar')?.textContent),
  ).toEqual([
    'Weeks 1–6Technical analysis',
    'Week 7Flow theory',
    'Weeks 8–12Options strategies',
    'Weeks 13–16Currency and commodity trading',
    'Weeks 17–25Trading strategies',
  ]);
  expect(screen.getByText('Sequencing, dark pool and in-the-money flow.')).toBeTruthy();
  expect(screen.getByText('App access and one-on-one coaching run all the way through.')).toBeTruthy();
});

test('lists five features in the offer, the two live ones as coming soon [site.offer]', () => {
  render(<Offer />);
  const items = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
  expect(items).toHaveLength(5);
  for (const words of ['14+ hours', '85+ hours', '100+ hours', 'Coaching', 'Chat group']) {
    expect(items.filter((item) => item.includes(words)).length).toBeGreaterThan(0);
  }
  expect(items.filter((item) => item.includes('Coming soon')).map((item) => item.slice(0, 4))).toEqual([
    '85+ ',
    '100+',
  ]);
});

test('links the anchors, legal pages and social profiles in the footer [site.footer]', () => {
  render(<SiteFooter />);
  const footer = within(screen.getByRole('navigation', { name: 'Footer' }));
  expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/#home',
    '/#about',
    '/#pricing',
    '/#contact',
    '/terms',
    '/privacy-policy',
  ]);
  const elsewhere = within(screen.getByRole('list', { name: 'Openbell elsewhere' })).getAllByRole('link');
  expect(elsewhere.length).toBeGreaterThan(1);
  for (const link of elsewhere) expect(link.getAttribute('href')).toMatch(/^https:/);
});

test('closes a menu opened on hover 200 ms after the pointer has left [routes.hover-menu]', async () => {
  render(
    <Menu openOnHover trigger={<button type="button">Nora</button>}>
      <MenuItem>Profile</MenuItem>
    </Menu>,
  );
  const trigger = screen.getByRole('button', { name: 'Nora' });
  fireEvent.pointerEnter(trigger, { pointerType: 'mouse' });
  fireEvent.mouseEnter(trigger);
  fireEvent.mouseMove(trigger);
  await wait(100);
  expect(screen.queryByRole('menuitem')).not.toBeNull();
  fireEvent.mouseLeave(trigger);
  await wait(190);
  expect(screen.queryByRole('menu')?.hasAttribute('data-open')).toBe(true);
  await wait(60);
  expect(screen.queryByRole('menu')?.hasAttribute('data-open') ?? false).toBe(false);
});
