// tests/ui/site/contact-section.test.tsx covers the form with a NoticeHost.
import { createOpenbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { ContactForm } from '@openbell/ui/account';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

test('shows the specified alerts in the form when there is no notice host [contact.incomplete] [contact.failed] [contact.sent-alert]', async () => {
  const statuses = [500, 200];
  const sent: unknown[] = [];
  let delivered = 0;
  const openbell = createOpenbell({
    apiUrl: '/api',
    ports: {
      fetch: async (input, init) => {
        sent.push(await new Request(input, init).json());
        return Response.json({ message: 'Thank you.' }, { status: statuses.shift() ?? 200 });
      },
    },
  });
  const onSent = (): void => {
    delivered += 1;
  };
  render(
    <OpenbellProvider openbell={openbell}>
      <ContactForm onSent={onSent} />
    </OpenbellProvider>,
  );
  const user = userEvent.setup();
  const send = (): Promise<void> => user.click(screen.getByRole('button', { name: 'Send' }));

  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Please fill all fields');
  expect(sent).toEqual([]);

  await user.type(screen.getByRole('textbox', { name: 'Full Name*' }), 'Ada');
  await user.type(screen.getByRole('textbox', { name: 'Email*' }), 'ada@openbell.test');
  const question = screen.getByRole('textbox', { name: 'Type your question' });
  await user.type(question, 'When do you open?');
  await send();
  expect(await screen.findByText('Failed to submit form')).toBeDefined();
  expect(question).toHaveProperty('value', 'When do you open?');

  await send();
  expect((await screen.findByRole('status')).textContent).toBe('Form submitted successfully');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(question).toHaveProperty('value', '');
  expect(delivered).toBe(1);
  const body = { name: 'Ada', email: 'ada@openbell.test', message: 'When do you open?' };
  expect(sent).toEqual([body, body]);
});
