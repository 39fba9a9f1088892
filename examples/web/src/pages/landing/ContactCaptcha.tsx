import { CaptchaField, type CaptchaFieldProps } from '@openbell/ui/account';
import '@openbell/ui/styles/account.css';

/** The provider's widget, with what draws it: only where a site has one. */
export default function ContactCaptcha({ captcha }: CaptchaFieldProps) {
  return <CaptchaField captcha={captcha} />;
}
