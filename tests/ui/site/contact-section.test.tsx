import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { ContactSection } from '../../../examples/web/src/pages/landing/ContactSection.tsx';
import { openApp } from '../account/account-support.tsx';

afterEach(cleanup);

const field = (name: string): HTMLElement => screen.getByRole('textbox', { name });

async function fill() {
  const user = userEvent.setup();
  await user.type(field('Full Name*'), 'Ada');
  await user.type(field('Email*'), 'ada@openbell.test');
  await user.type(field('Type your question'), 'When do you open?');
  return user;
}
const send = (): HTMLElement => screen.getByRole('button', { name: 'Send' });

describe('#contact (product.md 2, 4, 5, 8)', () => {
  test('has its three placeholders, the e-mail of e-mail type, and an advisor [contact.form] [contact.email-type]', () => {
    openApp(<ContactSection />);
    expect(
      ['Full Name*', 'Email*', 'Type your question'].map((text) => screen.getByPlaceholderText(text).tagName),
    ).toEqual(['INPUT', 'INPUT', 'TEXTAREA']);
    expect(field('Email*')).toHaveProperty('type', 'email');
    expect(screen.getByRole('link', { name: /advisor/ })).toBeDefined();
  });

  test('traps C17: a field that neither people nor assistive technology meet, which scripts fill [contact.honeypot]', async () => {
    const app = openApp(<ContactSection />);
    const user = await fill();
    expect(screen.getAllByRole('textbox')).toHaveLength(3);
    const trap = document.querySelector<HTMLInputElement>('input[name="website"]');
    expect(trap).toMatchObject({ hidden: true, tabIndex: -1, autocomplete: 'off' });
    expect(trap?.getAttribute('aria-hidden')).toBe('true');
    if (trap !== null) trap.value = 'https://spam.test';
    await user.click(send());
    const call = await app.call('/api/web/submit-contact-form');
    expect(call.body).toMatchObject({ name: 'Ada', website: 'https://spam.test' });
  });

  test("with an empty field the alert says 'Please fill all fields', and nothing is sent [contact.incomplete-alert]", async () => {
    const app = openApp(<ContactSection />);
    const user = await fill();
    await user.clear(field('Type your question'));
    await user.click(send());
    expect((await screen.findByRole('alert')).textContent).toContain('Please fill all fields');
    expect(app.calls).toHaveLength(0);
  });

  test("busy while it is sent; a 200 says 'Form submitted successfully' and clears the form [contact.states] [contact.sent-alert]", async () => {
    const app = openApp(<ContactSection />);
    const user = await fill();
    await user.click(send());
    await user.click(send());
    expect(app.count('/api/web/submit-contact-form')).toBe(1);
    await (await app.call('/api/web/submit-contact-form')).answer(200, { message: 'Thank you.' });
    expect(screen.getByText('Form submitted successfully')).toBeDefined();
    expect(field('Full Name*')).toHaveProperty('value', '');
    expect(field('Type your question')).toHaveProperty('value', '');
  });

  test.each([422, 429, 500])(
    "a %d says 'Failed to submit form', keeps what was typed, and may be sent again [contact.failed]",
    async (status) => {
      const app = openApp(<ContactSection />);
      const user = await fill();
      await user.click(send());
      await (await app.call('/api/web/submit-contact-form')).answer(status, { message: 'No.' });
      expect(screen.getByText('Failed to submit form')).toBeDefined();
      expect(field('Type your question')).toHaveProperty('value', 'When do you open?');
      await user.click(send());
      expect(app.count('/api/web/submit-contact-form')).toBe(2);
    },
  );
});
