import { DirectionProvider, Tabs } from '@openbell/ui/primitives';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

function showTabs(direction: 'ltr' | 'rtl'): void {
  render(
    <DirectionProvider direction={direction}>
      <Tabs
        label="Market data"
        value="first"
        onValueChange={() => undefined}
        tabs={['first', 'second', 'third'].map((value) => ({ value, label: value, panel: value }))}
      />
    </DirectionProvider>,
  );
}

test.each([
  ['ltr', 'ArrowRight', 'ArrowLeft'],
  ['rtl', 'ArrowLeft', 'ArrowRight'],
] as const)('moves to the next tab of an %s page when %s is pressed', async (direction, next, back) => {
  showTabs(direction);
  const focused = () => document.activeElement?.textContent;
  const press = (key: string) =>
    act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key }));
  await act(async () => screen.getByRole('tab', { name: 'first' }).focus());
  await press(next);
  expect(focused()).toBe('second');
  await press(back);
  expect(focused()).toBe('first');
});
