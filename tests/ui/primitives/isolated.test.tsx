// Components in a shadow root.
import { ErrorState, Isolated } from '@openbell/ui/primitives';
import { act, fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';

function shadowOf(container: HTMLElement): ShadowRoot {
  const shadow = container.querySelector('div')?.shadowRoot;
  if (!shadow) throw new Error('There is no shadow root.');
  return shadow;
}

const wrapper = (shadow: ShadowRoot) => shadow.querySelector('.ob-isolated') as HTMLElement;
const sheet = (shadow: ShadowRoot) => shadow.querySelector('link') as HTMLLinkElement;

test.each(['load', 'error'] as const)('shows its content after the %s event of its stylesheet', (event) => {
  const { container } = render(<Isolated stylesheet="/openbell.css">content</Isolated>);
  const shadow = shadowOf(container);
  expect(wrapper(shadow).hidden).toBe(true);
  fireEvent[event](sheet(shadow));
  expect(wrapper(shadow).hidden).toBe(false);
  expect(wrapper(shadow).textContent).toBe('content');
});

test('keeps the focus inside when Retry in it removes itself', () => {
  const view = (isFailed: boolean) => (
    <Isolated stylesheet={new CSSStyleSheet()}>
      <main tabIndex={-1}>{isFailed ? <ErrorState title="Failed" onRetry={() => {}} /> : 'loading'}</main>
    </Isolated>
  );
  const { container, rerender } = render(view(true));
  const shadow = shadowOf(container);
  act(() => shadow.querySelector('button')?.focus());
  expect(shadow.activeElement?.localName).toBe('button');
  rerender(view(false));
  expect(shadow.activeElement?.localName).toBe('main');
});
