// Anyone can register another person's address, so a name must not add text or links to our mails.
import { expect, test } from 'vitest';
import { receiptMail } from '../../../../examples/server/src/billing/notice-texts.ts';

const billedAt = new Date('2026-11-21T15:00:00Z');
const greetingFor = (firstName: string): string => {
  const plan = { programName: 'Trade Ideas', nextChargeAt: null } as Parameters<typeof receiptMail>[1];
  const payment = { amountCents: 5_000, currency: 'usd', billedAt };
  const { text } = receiptMail({ email: 'ada@example.com', firstName }, plan, payment);
  return text.slice(0, text.indexOf('\n'));
};

test('greets by name when the name looks like a name', () => {
  for (const name of ['Ada', "Ada O'Neil-Smith", 'Dr. Ada', 'José', '李雷', 'नेहा'])
    expect(greetingFor(name)).toBe(`Hello ${name},`);
});

test('greets without a name when the name contains a URL, a number or a sentence', () => {
  const names = [
    'Claim your refund at https://evil.example',
    'evil.example',
    'call 0800 123',
    'a@evil.example',
    'Your account is closed. Write to our new office today',
    'Ada\nYour account is closed',
  ];
  for (const name of names) expect(greetingFor(name), name).toBe('Hello,');
});
