// The other tests of this project are those of hooks and components: this one shows which React they run with.
import { cleanup, render } from '@testing-library/react';
import { type ReactNode, useId, version } from 'react';
import { version as domVersion } from 'react-dom';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';

afterEach(cleanup);

test('runs the tests of hooks and components with React 18.2', () => {
  expect([version, domVersion]).toEqual(['18.2.0', '18.2.0']);
  // React 18 wraps ids in colons; rendering through a library uses the same React.
  const Id = (): ReactNode => <p>{useId()}</p>;
  expect(render(<Id />).container.textContent).toMatch(/^:r/);
  expect(renderToString(<Id />)).toMatch(/:R/);
});
