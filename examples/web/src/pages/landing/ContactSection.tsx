import { useContact } from '@openbell/react-hooks';
import { Button, SafeLink, TextArea, TextField, useNotices, useTexts } from '@openbell/ui/primitives';
import { type FormEvent, useState } from 'react';
import { ADVISOR_URL } from './landing.content.ts';

const EMPTY = { name: '', email: '', message: '' };

/** #contact: a question by form, or to an advisor on a messaging app. */
export function ContactSection() {
  const text = useTexts();
  const { notify } = useNotices();
  const contact = useContact();
  const [fields, setFields] = useState(EMPTY);
  const busy = contact.state.status === 'submitting';
  const set = (part: Partial<typeof EMPTY>): void => setFields((now) => ({ ...now, ...part }));

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const result = await contact.submit(fields);
    if (result.ok) {
      setFields(EMPTY);
      notify({ level: 'success', text: text('accounts.contactSent') });
    } else if (result.error.code === 'incomplete') {
      notify({ level: 'alert', text: text('accounts.contactIncomplete') });
    } else if (result.error.code === 'failed') {
      notify({ level: 'error', text: text('accounts.contactFailed') });
    }
  };

  return (
    <section className="contact" id="contact" aria-labelledby="contact-title">
      <div className="contact-words">
        <p className="site-eyebrow">Contact</p>
        <h2 id="contact-title">Ask before you join</h2>
        <p>A person answers, usually on the same trading day.</p>
        <p className="contact-advisor">
          In a hurry? <SafeLink href={ADVISOR_URL}>Talk to an advisor on WhatsApp</SafeLink>
        </p>
      </div>
      <form className="contact-form" onSubmit={(event) => void onSubmit(event)}>
        <TextField
          label={text('accounts.contactName')}
          labelHidden
          placeholder={text('accounts.contactName')}
          name="name"
          autoComplete="name"
          maxLength={100}
          value={fields.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={text('accounts.contactEmail')}
          labelHidden
          placeholder={text('accounts.contactEmail')}
          name="email"
          type="email"
          autoComplete="email"
          value={fields.email}
          onChange={(event) => set({ email: event.target.value })}
        />
        <TextArea
          label={text('accounts.contactMessage')}
          labelHidden
          placeholder={text('accounts.contactMessage')}
          name="message"
          rows={5}
          maxLength={5000}
          value={fields.message}
          onChange={(event) => set({ message: event.target.value })}
        />
        <Button type="submit" variant="primary" size="large" busy={busy} disabled={busy}>
          {text('accounts.contactSend')}
        </Button>
      </form>
    </section>
  );
}
