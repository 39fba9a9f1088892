/** The captcha of sign-in and sign-up: a port that a widget reports to. */
export type { Captcha, CaptchaChallenge, CaptchaConfig, CaptchaState } from './captcha.types.ts';
export { createCaptcha } from './create-captcha.ts';
