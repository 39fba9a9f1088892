import type { Rule } from '../rule.ts';

export const contactRules: readonly Rule[] = [
  {
    id: 'contact.form',
    source: 'product.md 2',
    rule: "The placeholders are 'Full Name*', 'Email*' and 'Type your question', beside a messaging-app advisor.",
  },
  { id: 'contact.payload', source: 'product.md 7', rule: 'The contact form sends name, email and message.' },
  {
    id: 'contact.incomplete',
    source: 'product.md 5',
    rule: 'Name, email and message are all required: with one of them empty nothing is sent.',
  },
  { id: 'contact.email-type', source: 'product.md 5', rule: 'The email field is of e-mail input type.' },
  {
    id: 'contact.states',
    source: 'product.md 4',
    rule: 'Submitting sets a busy state that disables the button; a 200 response clears the form.',
  },
  {
    id: 'contact.incomplete-alert',
    source: 'product.md 8',
    rule: "An empty field: alert 'Please fill all fields'.",
  },
  { id: 'contact.sent-alert', source: 'product.md 8', rule: "200: alert 'Form submitted successfully'." },
  { id: 'contact.failed', source: 'product.md 8', rule: "Another status: alert 'Failed to submit form'." },
  {
    id: 'contact.lost',
    source: 'traps C17',
    rule: 'A contact form whose answer is lost has failed, and may be sent again.',
  },
  {
    id: 'contact.honeypot',
    source: 'traps C17',
    rule: 'A form whose hidden field is filled is answered 200 and dropped; people and assistive technology never meet it.',
  },
  {
    id: 'contact.limit',
    source: 'traps C17',
    rule: 'Five questions an hour are taken from one network address, and no more.',
  },
  {
    id: 'contact.captcha',
    source: 'traps C17',
    rule: 'Where a site has a captcha the contact form sends a solved one, and without it nothing; the self-hosted one is solved unseen, once the form is filled in.',
  },
  {
    id: 'contact.captcha-verified',
    source: 'traps C17',
    rule: 'The server keeps a question only with a solved challenge, which counts once; while the provider does not answer it is refused with 503.',
  },
  {
    id: 'contact.served',
    source: 'product.md 7',
    rule: 'The server takes a question, and answers 422 where a field is empty.',
  },
];
