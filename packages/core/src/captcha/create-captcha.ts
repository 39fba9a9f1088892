import { createBrowserScripts, silentLog, systemTimers } from '../ports/index.ts';
import type { Captcha, CaptchaConfig, CaptchaOptions } from './captcha.types.ts';
import { createAltchaChallenge } from './create-altcha-challenge.ts';
import { createRecaptchaChallenge } from './create-recaptcha-challenge.ts';

/** Creates a site's captcha, which creates one challenge per form. */
export function createCaptcha(config: CaptchaConfig, options: CaptchaOptions): Captcha {
  const { api, scheduler = systemTimers, log = silentLog } = options;
  const scripts = options.scripts ?? createBrowserScripts({ scheduler });
  return {
    config,
    required: config.provider !== 'none',
    createChallenge: () =>
      config.provider === 'recaptcha'
        ? createRecaptchaChallenge(config.siteKey, { scripts, scheduler, log })
        : createAltchaChallenge(api, log),
  };
}
