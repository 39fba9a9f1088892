import {
  AlertDialog,
  Button,
  Combobox,
  Dialog,
  Menu,
  MenuItem,
  RadioGroup,
  Select,
  Tabs,
} from '@openbell/ui/primitives';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AnchorHTMLAttributes, useState, version } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { until } from '../../support/until.ts';

test('keeps focus and name on a busy button, and ignores clicks', async () => {
  const user = userEvent.setup();
  const onClick = vi.fn();
  const onSubmit = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Save
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  await user.click(button);
  await user.keyboard('{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
});

test('shows the placeholder as the first option of a select', async () => {
  const user = userEvent.setup();
  const onValueChange = vi.fn();
  render(
    <Select
      label="Plan"
      placeholder="-- Select an option --"
      choices={[{ value: 7, label: 'Mentorship' }]}
      value={null}
      onValueChange={onValueChange}
    />,
  );
  const box = screen.getByRole('combobox', { name: 'Plan' });
  expect(box.textContent).toBe('-- Select an option --');
  await user.click(box);
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['-- Select an option --', 'Mentorship']);
  await user.click(screen.getByRole('option', { name: 'Mentorship' }));
  expect(onValueChange).toHaveBeenCalledWith(7);
});

test('links a select to an error that is shown elsewhere', () => {
  const choices = [{ value: 7, label: 'Mentorship' }];
  render(<Select label="Plan" choices={choices} value={7} onValueChange={() => {}} errorId="form-error" />);
  const box = screen.getByRole('combobox', { name: 'Plan' });
  expect(box.getAttribute('aria-describedby')).toBe('form-error');
  expect(box.getAttribute('aria-invalid')).toBe('true');
});

describe('a combobox', () => {
  const options = [
    { value: 'AAPL', label: 'AAPL', detail: 'Apple' },
    { value: 'AA', label: 'AA', detail: 'Alcoa' },
  ];

  test('shows the suggestions in the given order and reports the selected one', async () => {
    const user = userEvent.setup();
    const onChoose = vi.fn();
    function Search() {
      const [query, setQuery] = useState('');
      return (
        <Combobox
          label="Ticker"
          query={query}
          onQueryChange={setQuery}
          options={options}
          onChoose={onChoose}
        />
      );
    }
    render(<Search />);
    await user.type(screen.getByRole('combobox', { name: 'Ticker' }), 'zz');
    const shown = await screen.findAllByRole('option');
    expect(shown.map((option) => option.textContent)).toEqual(['AAPLApple', 'AAAlcoa']);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onChoose).toHaveBeenCalledWith(options[1]);
  });

  test('searches on Enter when no suggestion is highlighted', async () => {
    const user = userEvent.setup();
    const onSubmit = vi.fn();
    render(
      <Combobox
        label="Ticker"
        query="AAPL"
        onQueryChange={() => {}}
        options={[]}
        onChoose={() => {}}
        onSubmit={onSubmit}
      />,
    );
    screen.getByRole('combobox', { name: 'Ticker' }).focus();
    await user.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

test('has an accessible name and closes by Escape and its button', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="Add a Payment Method">
      <input aria-label="Card number" />
    </Dialog>,
  );
  expect(await screen.findByRole('dialog', { name: 'Add a Payment Method' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.keyDown(screen.getByLabelText('Card number'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('focuses Cancel first in an alertdialog', async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn();
  render(
    <AlertDialog
      open
      title="Are you sure you want to report this message?"
      description="This action will be reviewed by the admin."
      confirmLabel="Report"
      onConfirm={onConfirm}
      onCancel={() => {}}
    />,
  );
  await screen.findByRole('alertdialog', { name: 'Are you sure you want to report this message?' });
  await until(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});

/** Like a router's link: an anchor that gets its content from the menu. */
function PageLink({ to, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  return <a href={to} {...rest} />;
}

test('opens a menu from its button and runs the selected item', async () => {
  const user = userEvent.setup();
  const onSelect = vi.fn();
  render(
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem render={<PageLink to="#profile" />}>Profile</MenuItem>
      <MenuItem onSelect={onSelect}>Logout</MenuItem>
    </Menu>,
  );
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect((await screen.findByRole('menuitem', { name: 'Profile' })).getAttribute('href')).toBe('#profile');
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  expect(onSelect).toHaveBeenCalledOnce();
});

test('labels the tab list and renders only the selected panel', async () => {
  const user = userEvent.setup();
  function Market() {
    const [tab, setTab] = useState<'details' | 'flash'>('details');
    return (
      <Tabs
        label="Market data"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'details', label: 'Details', panel: 'about a ticker' },
          { value: 'flash', label: 'Trade Flash', panel: 'a tape' },
        ]}
      />
    );
  }
  render(<Market />);
  expect(screen.getByRole('tablist', { name: 'Market data' })).toBeDefined();
  await user.click(screen.getByRole('tab', { name: 'Trade Flash' }));
  expect(screen.getByRole('tabpanel').textContent).toBe('a tape');
  expect(screen.queryByText('about a ticker')).toBeNull();
});

test('adopts a radio choice made before hydration', ({ skip }) => {
  skip(version.startsWith('18'), 'React 18 checks the rendered choice again when it hydrates.');
  const terms = [
    { value: 1, label: 'Monthly' },
    { value: 2, label: 'Yearly' },
  ] as const;
  function Term() {
    const [term, setTerm] = useState<1 | 2>(1);
    return (
      <form aria-label={`term ${term}`}>
        <RadioGroup label="Term" choices={terms} value={term} onValueChange={setTerm} />
      </form>
    );
  }
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Term />);
  document.body.append(container);
  const [, yearly] = screen.getAllByRole<HTMLInputElement>('radio');
  if (yearly) yearly.checked = true;
  render(<Term />, { container, hydrate: true });
  expect(yearly?.checked).toBe(true);
  expect(screen.getByRole('form', { name: 'term 2' })).toBeTruthy();
  container.remove();
});
