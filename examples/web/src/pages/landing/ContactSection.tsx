import { useCaptcha, useContact } from '@openbell/react-hooks';
import { solveAltcha } from '@openbell/ui/account';
import { Button, SafeLink, TextArea, TextField, useNotices, useTexts } from '@openbell/ui/primitives';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { SiteParts } from '../../site/SiteParts.tsx';
import { ADVISOR_URL } from './landing.content.ts';

const ContactCaptcha = lazy(() => import('./ContactCaptcha.tsx'));

export default function ContactIsland() {
  return (
    <SiteParts until="held">
      <ContactSection />
    </SiteParts>
  );
}

/** #contact: a question by form, or to an advisor on a messaging app. */
export function ContactSection() {
  const text = useTexts();
  const { notify } = useNotices();
  const contact = useContact();
  const captcha = useCaptcha();
  // The provider's widget comes from elsewhere: not before somebody turns to the form.
  const [begun, setBegun] = useState(false);
  const busy = contact.state.status === 'submitting';

  // Solved unseen where nobody need tick anything; the provider's widget is solved by hand.
  const solve = async (): Promise<string | null> => {
    if (captcha.mount === null) await captcha.solve(solveAltcha);
    return captcha.solution();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const written = (name: string): string => String(fields.get(name) ?? '');
    setBegun(true);
    const result = await contact.submit(
      {
        name: written('name'),
        email: written('email'),
        message: written('message'),
        website: written('website'),
      },
      solve,
    );
    // What has been sent is used up.
    if (result.ok || result.error.code === 'failed') captcha.reset();
    if (result.ok) {
      form.reset();
      notify({ level: 'success', text: text('accounts.contactSent'), about: 'contact' });
    } else if (result.error.code === 'incomplete') {
      notify({ level: 'alert', text: text('accounts.contactIncomplete'), about: 'contact' });
    } else if (result.error.code === 'captcha-missing') {
      notify({ level: 'alert', text: text('accounts.captchaMissing'), about: 'contact' });
    } else if (result.error.code === 'failed') {
      notify({ level: 'error', text: text('accounts.contactFailed'), about: 'contact' });
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
      {/* The fields keep what was typed before scripts came; without scripts the form goes nowhere. */}
      <form
        className="contact-form"
        method="dialog"
        onFocus={() => setBegun(true)}
        onSubmit={(event) => void onSubmit(event)}
      >
        <TextField
          label={text('accounts.contactName')}
          labelHidden
          placeholder={text('accounts.contactName')}
          name="name"
          autoComplete="name"
          maxLength={100}
        />
        <TextField
          label={text('accounts.contactEmail')}
          labelHidden
          placeholder={text('accounts.contactEmail')}
          name="email"
          type="email"
          autoComplete="email"
        />
        <TextArea
          label={text('accounts.contactMessage')}
          labelHidden
          placeholder={text('accounts.contactMessage')}
          name="message"
          rows={5}
          maxLength={5000}
        />
        {/* For scripts that fill whatever they find; the server drops what they send. */}
        <input type="text" name="website" hidden aria-hidden tabIndex={-1} autoComplete="off" />
        {captcha.mount === null || !begun ? null : (
          <Suspense fallback={null}>
            <ContactCaptcha captcha={captcha} />
          </Suspense>
        )}
        <Button type="submit" variant="primary" size="large" busy={busy} disabled={busy}>
          {text('accounts.contactSend')}
        </Button>
      </form>
    </section>
  );
}
