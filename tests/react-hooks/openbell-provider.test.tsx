import { createOpenbell } from '@openbell/core';
import { createMemberFeatures } from '@openbell/core/member-features';
import { createSiteFeatures } from '@openbell/core/site-features';
import { type OpenbellFeatures, OpenbellProvider, useFeature, useOpenbell } from '@openbell/react-hooks';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';

const options = { apiUrl: 'https://site.test/api' };

/** Returns the features that a component below these providers gets. */
function seenBelow(wrap: (child: ReactNode) => ReactNode): OpenbellFeatures {
  const seen: OpenbellFeatures[] = [];
  function Below() {
    seen.push(useOpenbell());
    return null;
  }
  render(wrap(<Below />));
  const last = seen.at(-1);
  if (last === undefined) throw new Error('Nothing was drawn.');
  return last;
}

test('provides every feature of the whole library', () => {
  const openbell = createOpenbell(options);
  const seen = seenBelow((child) => <OpenbellProvider openbell={openbell}>{child}</OpenbellProvider>);
  const { start: _, destroy: __, ...features } = openbell;
  expect({ ...seen }).toEqual(features);
  expect(seen.groupChat).toBe(openbell.groupChat);
});

test("explains how to get a members' feature with only the site's features", () => {
  const site = createSiteFeatures(options);
  const seen = seenBelow((child) => <OpenbellProvider openbell={site}>{child}</OpenbellProvider>);
  expect(seen.session).toBe(site.session);
  expect(() => seen.groupChat).toThrow(TypeError);
  expect(() => seen.groupChat).toThrow(/groupChat.*createMemberFeatures/);
});

test('throws the same error from a hook without its feature, unless given an instance', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const site = createSiteFeatures(options);
  const { news } = createMemberFeatures(site);
  const seen: unknown[] = [];
  function Below({ given }: { given?: typeof news }) {
    seen.push(useFeature(given, (openbell) => openbell.news));
    return null;
  }
  const draw = (child: ReactNode) => render(<OpenbellProvider openbell={site}>{child}</OpenbellProvider>);
  expect(() => draw(<Below />)).toThrow(/createMemberFeatures/);
  draw(<Below given={news} />);
  expect(seen.every((one) => one === news)).toBe(true);
});

test("merges the members' features with the site's in a nested provider", () => {
  const site = createSiteFeatures(options);
  const members = createMemberFeatures(site);
  const seen = seenBelow((child) => (
    <OpenbellProvider openbell={site}>
      <OpenbellProvider openbell={members}>{child}</OpenbellProvider>
    </OpenbellProvider>
  ));
  expect(seen.session).toBe(site.session);
  expect(seen.groupChat).toBe(members.groupChat);
});

test('keeps the outer features when a nested instance has its own session', () => {
  const outer = createOpenbell(options);
  const inner = createSiteFeatures({ apiUrl: 'https://other.test/api' });
  const seen = seenBelow((child) => (
    <OpenbellProvider openbell={outer}>
      <OpenbellProvider openbell={inner}>{child}</OpenbellProvider>
    </OpenbellProvider>
  ));
  expect(seen.session).toBe(inner.session);
  expect(() => seen.groupChat).toThrow(TypeError);
});
