import { Checkbox, PasswordField, RadioGroup, Switch, TextArea, TextField } from '@openbell/ui/primitives';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';

/** The accessible description: the texts that `aria-describedby` refers to. */
function describedBy(element: HTMLElement): string {
  const ids = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

describe('a text field', () => {
  test('is labeled by its label and described by its hint and error', () => {
    render(<TextField label="Phone" hint="With the country code" error="Not a number" />);
    const input = screen.getByRole('textbox', { name: 'Phone' });
    expect(describedBy(input)).toBe('With the country code Not a number');
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  test('has no error attributes without an error', () => {
    render(<TextField label="Phone" />);
    const input = screen.getByRole('textbox', { name: 'Phone' });
    expect(input.hasAttribute('aria-describedby')).toBe(false);
    expect(input.hasAttribute('aria-invalid')).toBe(false);
  });

  test('shows its error in a live region that already exists', () => {
    const { rerender } = render(<TextArea label="About" />);
    const region = document.querySelector('[aria-live]');
    rerender(<TextArea label="About" error="Too long" />);
    expect(region?.textContent).toBe('Too long');
    expect(document.querySelector('[aria-live]')).toBe(region);
  });
});

test('shows and hides the password and keeps its value', async () => {
  const user = userEvent.setup();
  render(<PasswordField label="Password" autoComplete="current-password" />);
  const input = screen.getByLabelText('Password');
  await user.type(input, 'secret');
  expect(input.getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.getAttribute('type')).toBe('text');
  expect(input).toHaveProperty('value', 'secret');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.getAttribute('type')).toBe('password');
});

test('reports new values with the roles checkbox and switch', async () => {
  const user = userEvent.setup();
  const received: boolean[] = [];
  render(
    <>
      <Checkbox label="Remember" defaultChecked onCheckedChange={(on) => received.push(on)} />
      <Switch label="Push" onCheckedChange={(on) => received.push(on)} />
    </>,
  );
  await user.click(screen.getByRole('checkbox', { name: 'Remember' }));
  await user.click(screen.getByRole('switch', { name: 'Push' }));
  expect(received).toEqual([false, true]);
});

test('selects the next radio with an arrow key', async () => {
  const user = userEvent.setup();
  function Terms() {
    const [term, setTerm] = useState(1);
    const choices = [
      { value: 1, label: 'Monthly' },
      { value: 2, label: 'Yearly' },
    ];
    return <RadioGroup label="Term" choices={choices} value={term} onValueChange={setTerm} />;
  }
  render(<Terms />);
  expect(screen.getByRole('group', { name: 'Term' })).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'Yearly' })).toHaveProperty('checked', true);
});
