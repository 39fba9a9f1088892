import { CaptchaField, type CaptchaFieldProps } from '@openbell/ui/account';
import '@openbell/ui/styles/account.css';

/** The provider's widget with its renderer, loaded only on sites that have one. */
export default function ContactCaptcha({ captcha }: CaptchaFieldProps) {
  return <CaptchaField captcha={captcha} />;
}
