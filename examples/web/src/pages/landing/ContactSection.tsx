import { BareContactForm, type CaptchaFieldProps } from '@openbell/ui/account';
import { LazyPlace, lazyPart, SafeLink } from '@openbell/ui/primitives';
import { SiteParts } from '../../site/islands/SiteParts.tsx';
import { ADVISOR_URL } from './landing.content.ts';

const contactCaptcha = lazyPart(() => import('./ContactCaptcha.tsx'));

export default function ContactIsland() {
  return (
    <SiteParts until="held">
      <ContactSection />
    </SiteParts>
  );
}

/** The provider's widget, whose code is loaded only on sites that have one. */
function ContactCaptcha(props: CaptchaFieldProps) {
  return <LazyPlace part={contactCaptcha}>{({ default: Captcha }) => <Captcha {...props} />}</LazyPlace>;
}

/** #contact: a contact form, and a link to an advisor on a messaging app. */
export function ContactSection() {
  return (
    <section className="contact" id="contact" aria-labelledby="contact-title">
      <div className="contact-words">
        <p className="site-eyebrow">Contact</p>
        <h2 id="contact-title">Ask before you join</h2>
        <p>A person answers, usually on the same trading day.</p>
        <p>
          In a hurry? <SafeLink href={ADVISOR_URL}>Talk to an advisor on WhatsApp</SafeLink>
        </p>
      </div>
      <BareContactForm captchaField={ContactCaptcha} />
    </section>
  );
}
