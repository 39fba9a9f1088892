// Code that is loaded on demand, when its download fails.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LazyPlace, lazyPart } from '../../../packages/ui/src/primitives/index.ts';

/** A part whose downloads fail until `arrive` is called. */
function losablePart() {
  let isLost = true;
  const load = vi.fn(async () => {
    if (isLost) throw new TypeError('Failed to fetch dynamically imported module');
    return { Chart: () => <p>A chart</p> };
  });
  const arrive = (): void => {
    isLost = false;
  };
  return { part: lazyPart(load), load, arrive };
}

const place = (part: ReturnType<typeof losablePart>['part']) => (
  <LazyPlace part={part} waiting={<p>Loading</p>} action={<button type="button">Back</button>}>
    {({ Chart }) => <Chart />}
  </LazyPlace>
);

test('says that a part did not load, and loads it on Retry [errors.optional-code]', async () => {
  const { part, load, arrive } = losablePart();
  render(place(part));
  expect(screen.getByText('Loading')).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This part of the page could not be loaded.',
  );
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
  arrive();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('A chart')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('loads a part again when its place is rendered again after a failure [errors.optional-code]', async () => {
  const { part, load, arrive } = losablePart();
  const { unmount } = render(place(part));
  await screen.findByRole('alert');
  unmount();
  arrive();
  render(place(part));
  expect(await screen.findByText('A chart')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
  await act(async () => {});
});
