// What is for tests reaches no page: nothing that is published imports `@openbell/core/testing`, and no page's code does.
import { expect, test } from 'vitest';
import { importsOf, sourceFiles } from './read-imports.ts';

const published = [
  'packages/core/src',
  'packages/react-hooks/src',
  'packages/ui/src',
  'examples/web/src',
  'examples/server/src',
  'examples/sandbox/src',
];

/** The entry itself, and the gallery: a page for those who develop, built beside the site. */
const apart = /^(packages\/core\/src\/testing|examples\/web\/src\/gallery)\//;

test.each(published)('%s stands without the testing entry', (folder) => {
  const strays = sourceFiles(folder)
    .filter((file) => !apart.test(file))
    .flatMap(importsOf)
    .filter(
      ({ target }) => target === '@openbell/core/testing' || target.startsWith('packages/core/src/testing/'),
    );
  expect(strays.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});
