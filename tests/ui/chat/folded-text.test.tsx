import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, test } from 'vitest';
import { MessageText } from '../../../packages/ui/src/chat/message/MessageText.tsx';

test.each([
  ['a short text', 'hello', false],
  ['20 lines', 'a\n'.repeat(19), false],
  ['21 lines', 'a\n'.repeat(20), true],
  ['3,900 line breaks', '\n'.repeat(3_900), true],
  ['1,200 characters', 'a'.repeat(1_200), false],
  ['1,201 characters', 'a'.repeat(1_201), true],
])('folds %s or not [chat.folded]', (_name, text, isFolded) => {
  render(<MessageText text={text} />);
  expect(screen.queryByRole('button', { name: 'Show more' }) !== null).toBe(isFolded);
});

it('shows the whole text on request, and during a search [chat.folded]', async () => {
  const text = 'line\n'.repeat(40);
  const { rerender } = render(<MessageText text={text} />);
  const user = userEvent.setup();
  const more = screen.getByRole('button', { name: 'Show more' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  expect(document.querySelector('.ob-message-fold')?.hasAttribute('data-open')).toBe(false);
  await user.click(more);
  expect(document.querySelector('.ob-message-fold')?.hasAttribute('data-open')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Show less' }));
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
  rerender(<MessageText text={text} query="line" />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.querySelectorAll('mark')).toHaveLength(40);
});
