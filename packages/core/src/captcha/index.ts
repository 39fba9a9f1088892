/** The captcha of sign-in and sign-up. */
export type {
  Captcha,
  CaptchaChallenge,
  CaptchaConfig,
  CaptchaLook,
  CaptchaOptions,
  CaptchaSolver,
  CaptchaState,
} from './captcha.types.ts';
export { createCaptcha } from './create-captcha.ts';
