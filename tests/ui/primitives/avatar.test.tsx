import { Avatar } from '@openbell/ui/primitives';
import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';

test.each([
  ['Nora Field', 'NF'],
  ['  nora   de la field ', 'NF'],
  ['Nora', 'N'],
  ['émile zola', 'ÉZ'],
  ['𝒩ora', '𝒩'],
  ['(!) 7up', '7'],
  ['', '?'],
  ['🙂', '?'],
])('the initials of %j are %j [look.avatar-default]', (name, initials) => {
  const { container } = render(<Avatar name={name} />);
  expect(container.textContent).toBe(initials);
});

test('shows initials when a picture fails to load, and tries a new picture [look.avatar-default]', () => {
  const { container, rerender } = render(<Avatar name="Nora Field" src="/a.webp" />);
  const image = container.querySelector('img');
  expect(image?.getAttribute('src')).toBe('/a.webp');
  if (image) fireEvent.error(image);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('NF');
  rerender(<Avatar name="Nora Field" src="/b.webp" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.webp');
});

test.each(['javascript:x()', '//evil.invalid/x', 'data:text/html,x', 'x', ''])(
  '%j is not loaded as a picture',
  (src) => {
    const { container } = render(<Avatar name="Nora Field" src={src} />);
    expect(container.querySelector('img')).toBeNull();
  },
);
