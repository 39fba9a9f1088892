import { atom } from 'nanostores';
import { submitContactFormEndpoint } from '../contract/index.ts';
import { createCountdown } from '../shared/countdown.ts';
import { isUnreadSuccess } from '../shared/failures.ts';
import { fail, succeed } from '../shared/result.ts';
import type { Contact, ContactError, ContactOptions, ContactState } from './contact.types.ts';

/** Creates the contact form. Name, email and message are required. */
export function createContact(options: ContactOptions): Contact {
  const { api, captchaRequired } = options;
  const retry = createCountdown(options);
  const $state = atom<ContactState>({ status: 'idle' });
  let submission = 0;

  function refuse(
    code: ContactError['code'],
    message = '',
  ): { readonly ok: false; readonly error: ContactError } {
    const error = { code, message };
    $state.set({ status: 'failed', error });
    return fail(error);
  }

  return {
    $state,
    $retryIn: retry.$secondsLeft,
    async submit(fields, solve) {
      if ($state.get().status === 'submitting') return fail({ code: 'busy', message: '' });
      const body = { name: fields.name.trim(), email: fields.email.trim(), message: fields.message.trim() };
      if (Object.values(body).includes('')) return refuse('incomplete');
      submission += 1;
      const mine = submission;
      retry.stop();
      $state.set({ status: 'submitting' });
      let captcha: string | null = null;
      if (captchaRequired?.() ?? false) {
        captcha = (await solve?.().catch(() => null)) ?? null;
        if (mine !== submission) return fail({ code: 'failed', message: '' });
        if (captcha === null) return refuse('captcha-missing');
      }
      const response = await api.request(submitContactFormEndpoint, {
        body: {
          ...body,
          ...(fields.website ? { website: fields.website } : {}),
          ...(captcha === null ? {} : { captcha }),
        },
      });
      // A 200 with an invalid body has still been delivered.
      const delivered = response.ok || isUnreadSuccess(response);
      if (mine !== submission) return delivered ? succeed(null) : fail({ code: 'failed', message: '' });
      if (!delivered) {
        if (response.status === 429) retry.begin(response.retryAfter);
        return refuse('failed', response.message);
      }
      $state.set({ status: 'sent' });
      return succeed(null);
    },
    reset() {
      submission += 1;
      retry.stop();
      $state.set({ status: 'idle' });
    },
  };
}
