// The text box before the code of its suggestions has arrived.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { until } from '../../support/until.ts';

const comboboxFile = '../../../packages/ui/src/primitives/Combobox.tsx';

/** Renders the box with its modules reset, as it shows a combobox that was loaded before at once. */
async function renderBox(onSubmit = () => {}) {
  vi.resetModules();
  const { LazyCombobox } = await import('../../../packages/ui/src/primitives/LazyCombobox.tsx');
  function Box() {
    const [query, setQuery] = useState('');
    return (
      <LazyCombobox
        label="Ticker"
        query={query}
        onQueryChange={setQuery}
        onSubmit={onSubmit}
        options={query === '' ? [] : [{ value: 'SPY', label: 'SPDR S&P 500' }]}
        onChoose={() => {}}
        emptyText="Type a ticker"
      />
    );
  }
  render(<Box />);
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Ticker' });
}

// While suggestions are shown, everything beside the box is hidden from assistive technology, its label too.
const current = () => screen.getByRole<HTMLInputElement>('combobox');

test('hands text, focus and selection to the combobox when it arrives', async () => {
  const plain = await renderBox();
  plain.focus();
  fireEvent.change(plain, { target: { value: 'spdr' } });
  plain.setSelectionRange(1, 3);
  expect(await screen.findByRole('option', { name: 'SPDR S&P 500' })).toBeTruthy();
  expect(current()).not.toBe(plain);
  expect(document.activeElement).toBe(current());
  expect(current().value).toBe('spdr');
  expect([current().selectionStart, current().selectionEnd]).toEqual([1, 3]);
});

test('opens when the combobox arrives after the box was pressed', async () => {
  const plain = await renderBox();
  fireEvent.pointerDown(plain);
  plain.focus();
  expect(await screen.findByText('Type a ticker')).toBeTruthy();
});

test('leaves the focus alone when the combobox arrives before the box is used', async () => {
  const plain = await renderBox();
  await until(() => expect(current()).not.toBe(plain));
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('keeps the text box until the composition of a character ends', async () => {
  const submit = vi.fn();
  const plain = await renderBox(submit);
  plain.focus();
  fireEvent.compositionStart(plain);
  fireEvent.keyDown(plain, { key: 'Enter', isComposing: true });
  await act(async () => {
    await import(comboboxFile);
  });
  expect(current()).toBe(plain);
  fireEvent.compositionEnd(plain);
  await until(() => expect(current()).not.toBe(plain));
  expect(submit).not.toHaveBeenCalled();
});

test('leaves Enter to an input method before and after the combobox arrives', async () => {
  const submit = vi.fn();
  const plain = await renderBox(submit);
  // WebKit ends the composition before the keydown of its Enter.
  fireEvent.keyDown(plain, { key: 'Enter', keyCode: 229 });
  await until(() => expect(current()).not.toBe(plain));
  fireEvent.keyDown(current(), { key: 'Enter', isComposing: true, keyCode: 229 });
  expect(submit).not.toHaveBeenCalled();
  fireEvent.keyDown(current(), { key: 'Enter' });
  expect(submit).toHaveBeenCalledOnce();
});

test('loads the combobox once more when a key was pressed during a failed load [errors.optional-code]', async () => {
  // The page is never idle.
  vi.stubGlobal('requestIdleCallback', () => 0);
  vi.stubGlobal('cancelIdleCallback', () => {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const failures: (() => void)[] = [];
  vi.doMock(
    comboboxFile,
    () => new Promise((_, reject) => failures.push(() => reject(new Error('offline')))),
  );
  const plain = await renderBox();
  plain.focus();
  await until(() => expect(failures).toHaveLength(1));
  fireEvent.keyDown(plain, { key: 'n' });
  fireEvent.change(plain, { target: { value: 'n' } });
  vi.doUnmock(comboboxFile);
  failures[0]?.();
  expect(await screen.findByRole('option', { name: 'SPDR S&P 500' })).toBeTruthy();
});
