import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ContactSection } from '../../../examples/web/src/pages/landing/ContactSection.tsx';
import { fillField } from '../../support/fill-field.ts';
import { makeChallenge, openApp } from '../account/account-support.tsx';

const field = (name: string): HTMLElement => screen.getByRole('textbox', { name });

async function fill() {
  const user = userEvent.setup();
  await fillField(user, field('Full Name*'), 'Ada');
  await fillField(user, field('Email*'), 'ada@openbell.test');
  await fillField(user, field('Type your question'), 'When do you open?');
  return user;
}
const send = (): HTMLElement => screen.getByRole('button', { name: 'Send' });

describe('#contact', () => {
  test('has three placeholders, an email input and an advisor [contact.form] [contact.email-type]', () => {
    openApp(<ContactSection />);
    expect(
      ['Full Name*', 'Email*', 'Type your question'].map((text) => screen.getByPlaceholderText(text).tagName),
    ).toEqual(['INPUT', 'INPUT', 'TEXTAREA']);
    expect(field('Email*')).toHaveProperty('type', 'email');
    expect(screen.getByRole('link', { name: /advisor/ })).toBeDefined();
  });

  test('has a honeypot hidden from users and assistive technology [contact.honeypot]', async () => {
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

  test("shows 'Please fill all fields' and sends nothing when a field is empty [contact.incomplete]", async () => {
    const app = openApp(<ContactSection />);
    const user = await fill();
    await user.clear(field('Type your question'));
    await user.click(send());
    expect((await screen.findByRole('alert')).textContent).toContain('Please fill all fields');
    expect(app.calls).toHaveLength(0);
  });

  test("is busy while sending; a 200 shows 'Form submitted successfully' and clears it [contact.states] [contact.sent-alert]", async () => {
    const app = openApp(<ContactSection />);
    const user = await fill();
    await user.click(send());
    await user.click(send());
    expect(app.count('/api/web/submit-contact-form')).toBe(1);
    await (await app.call('/api/web/submit-contact-form')).respond(200, { message: 'Thank you.' });
    expect(screen.getByText('Form submitted successfully')).toBeDefined();
    expect(field('Full Name*')).toHaveProperty('value', '');
    expect(field('Type your question')).toHaveProperty('value', '');
  });

  test('solves the self-hosted captcha invisibly, once per message [contact.captcha]', async () => {
    const app = openApp(<ContactSection />, { captcha: { provider: 'altcha' } });
    const user = await fill();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(app.calls).toHaveLength(0);
    const sent: unknown[] = [];
    for (const status of [500, 200]) {
      await user.click(send());
      expect(send()).toHaveProperty('disabled', true);
      await waitFor(() => expect(app.count('/api/captcha/challenge')).toBe(sent.length + 1));
      await (await app.call('/api/captcha/challenge')).respond(200, await makeChallenge());
      await waitFor(() => expect(app.count('/api/web/submit-contact-form')).toBe(sent.length + 1));
      const call = await app.call('/api/web/submit-contact-form');
      sent.push(call.body);
      await call.respond(status, { message: 'Thank you.' });
    }
    expect(await screen.findByText('Form submitted successfully')).toBeDefined();
    expect(sent).toEqual(
      Array(2).fill(expect.objectContaining({ name: 'Ada', captcha: expect.any(String) })),
    );
    expect(new Set(sent.map((body) => (body as { captcha: string }).captcha)).size).toBe(2);
  });

  test("shows 'Please verify reCAPTCHA.' and sends nothing without a challenge [contact.captcha]", async () => {
    const app = openApp(<ContactSection />, { captcha: { provider: 'altcha' } });
    const user = await fill();
    await user.click(send());
    await (await app.call('/api/captcha/challenge')).respond(500, {});
    expect((await screen.findByRole('alert')).textContent).toContain('Please verify reCAPTCHA.');
    expect(app.count('/api/web/submit-contact-form')).toBe(0);
    expect(send()).toHaveProperty('disabled', false);
  });

  test('loads an interactive captcha only when the form is used [contact.captcha]', async () => {
    const requested: string[] = [];
    const app = openApp(<ContactSection />, {
      captcha: { provider: 'recaptcha', siteKey: 'key' },
      ports: {
        scripts: {
          load: ({ url }) => {
            requested.push(url);
            return Promise.reject(new Error('offline'));
          },
        },
      },
    });
    await app.settle();
    expect(requested).toEqual([]);
    const user = await fill();
    expect(await screen.findByText(/The verification could not be loaded/)).toBeDefined();
    expect(requested.length).toBeGreaterThan(0);
    await user.click(send());
    expect(await screen.findByText('Please verify reCAPTCHA.')).toBeDefined();
    expect(app.count('/api/web/submit-contact-form')).toBe(0);
  });

  test.each([422, 429, 500])(
    "shows 'Failed to submit form' on a %d, keeps the text and can send again [contact.failed]",
    async (status) => {
      const app = openApp(<ContactSection />);
      const user = await fill();
      await user.click(send());
      await (await app.call('/api/web/submit-contact-form')).respond(status, { message: 'No.' });
      expect(screen.getByText('Failed to submit form')).toBeDefined();
      expect(field('Type your question')).toHaveProperty('value', 'When do you open?');
      await user.click(send());
      expect(app.count('/api/web/submit-contact-form')).toBe(2);
    },
  );
});
