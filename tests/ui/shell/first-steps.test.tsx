import { FirstSteps } from '@openbell/ui/shell';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

const hrefOf = (step: string): string => `/to/${step}`;

it('links the open steps, and says which are done and which need a plan [first-steps.offered]', () => {
  render(
    <FirstSteps
      hrefOf={hrefOf}
      steps={[
        { step: 'plan', isDone: false, isOpen: true },
        { step: 'hello', isDone: false, isOpen: false },
        { step: 'lesson', isDone: true, isOpen: true },
      ]}
    />,
  );
  expect(screen.getByRole('region', { name: 'Get started' })).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/to/plan']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Choose a planChats, alerts and market data come with it.',
    'Say helloAvailable with a plan.',
    'Watch the first lessonDone',
  ]);
});

it('renders nothing without steps [first-steps.offered]', () => {
  const { container } = render(<FirstSteps hrefOf={hrefOf} steps={[]} />);
  expect(container.innerHTML).toBe('');
});
