// The table of contents of a legal text.
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import LegalContents from '../../../examples/web/src/pages/legal/LegalContents.tsx';

const sections = ['scope', 'fees', 'liability', 'law'].map((id) => ({ id, title: id }));
const sectionHeight = 2000;

/** Lays the headings out in a window that can scroll, and reports their intersections as browsers do. */
function layOutHeadings(): { readonly scrollTo: (y: number) => void } {
  let scrolled = 0;
  const checks: (() => void)[] = [];
  class Observer {
    constructor(report: () => void, { rootMargin = '0px' }: IntersectionObserverInit) {
      const [top = 0, , bottom = 0] = rootMargin
        .split(' ')
        .map((part) => (Number.parseFloat(part) * (part.endsWith('%') ? window.innerHeight : 100)) / 100);
      const states = new Map<Element, boolean>();
      this.observe = (head) => void states.set(head, false);
      checks.push(() => {
        let hasChanged = false;
        for (const [head, before] of states) {
          const rect = head.getBoundingClientRect();
          const isIntersecting = rect.bottom >= -top && rect.top <= window.innerHeight + bottom;
          states.set(head, isIntersecting);
          hasChanged ||= before !== isIntersecting;
        }
        if (hasChanged) report();
      });
    }
    observe: (head: Element) => void;
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const place = sections.findIndex(({ id }) => id === this.id);
    return new DOMRect(0, 100 + place * sectionHeight - scrolled, 600, 30);
  });
  return {
    scrollTo(y) {
      scrolled = y;
      act(() => {
        for (const check of checks) check();
      });
    },
  };
}

test('marks the current section after scrolling and after a jump over other sections', () => {
  const { scrollTo } = layOutHeadings();
  render(
    <>
      <LegalContents sections={sections} />
      {sections.map(({ id }) => (
        <h2 key={id} id={id}>
          {id}
        </h2>
      ))}
    </>,
  );
  const current = () =>
    screen
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'))
      .map((link) => link.textContent);
  scrollTo(0);
  expect(current()).toEqual(['scope']);
  scrollTo(500);
  expect(current()).toEqual(['scope']);
  // No heading is in the window at either end of these jumps.
  scrollTo(2 * sectionHeight + 500);
  expect(current()).toEqual(['liability']);
  scrollTo(sectionHeight + 500);
  expect(current()).toEqual(['fees']);
  vi.unstubAllGlobals();
});
