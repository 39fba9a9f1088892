import { BareContactForm } from '@openbell/ui/account';
import { SafeLink } from '@openbell/ui/primitives';
import { lazy } from 'react';
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

/** #contact: a contact form, and a link to an advisor on a messaging app. */
export function ContactSection() {
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
      <BareContactForm captchaField={ContactCaptcha} />
    </section>
  );
}
