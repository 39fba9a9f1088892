// `/dev/gallery` shows every component, for visual tests and designers.
import * as ui from '@openbell/ui';
import { expect, it } from 'vitest';
import { parts } from '../../../examples/web/src/gallery/stories/index.ts';
import { slugOf } from '../../../examples/web/src/gallery/story.ts';

const stories = parts.flatMap((part) => part.stories);

it('the gallery has every component of @openbell/ui [site.gallery]', () => {
  const components = Object.keys(ui).filter((name) => /^[A-Z]/.test(name));
  const shown = new Set<string>(stories.flatMap(({ of }) => of));
  expect(components.filter((name) => !shown.has(name))).toEqual([]);
  expect(components.length).toBeGreaterThan(60);
});

it('every story has its own URL', () => {
  const slugs = stories.map(slugOf);
  expect(slugs.filter((slug, index) => slugs.indexOf(slug) !== index)).toEqual([]);
});
