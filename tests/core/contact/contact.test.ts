import { createContact } from '@openbell/core/contact';
import { createFakeApi, recordStates, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';

const FIELDS = { name: 'Ada', email: 'ada@openbell.test', message: 'When do you open?' };
const open = () => {
  const api = createFakeApi(settle);
  return { api, contact: createContact({ api }) };
};

describe('the contact form', () => {
  it.each(['name', 'email', 'message'])(
    'sends nothing with an empty or blank %s [contact.incomplete]',
    async (field) => {
      for (const value of ['', '  \n']) {
        const { api, contact } = open();
        expect(await contact.submit({ ...FIELDS, [field]: value })).toMatchObject({
          ok: false,
          error: { code: 'incomplete' },
        });
        expect(api.requests).toHaveLength(0);
      }
    },
  );

  it.each(['lose', 422, 429, 500])(
    'can be submitted again after %s [contact.failed] [contact.lost]',
    async (how) => {
      const { api, contact } = open();
      const done = contact.submit(FIELDS);
      const request = api.latest('/web/submit-contact-form');
      await (typeof how === 'number' ? request.refuse(how) : request.lose());
      expect(await done).toMatchObject({ ok: false, error: { code: 'failed' } });
      expect(contact.$state.get().status).toBe('failed');
      void contact.submit(FIELDS);
      expect(api.waiting()).toHaveLength(1);
    },
  );

  it('sends the hidden field if a script filled it [contact.honeypot]', async () => {
    const { api, contact } = open();
    void contact.submit({ ...FIELDS, website: 'https://spam.test' });
    expect(api.latest('/web/submit-contact-form').input.body).toEqual({
      ...FIELDS,
      website: 'https://spam.test',
    });
  });

  describe('with a captcha', () => {
    const openWithCaptcha = () => {
      const api = createFakeApi(settle);
      return { api, contact: createContact({ api, captchaRequired: () => true }) };
    };

    it('solves it when all fields are filled in, and sends the solution [contact.captcha]', async () => {
      const { api, contact } = openWithCaptcha();
      const { states } = recordStates(contact.$state);
      let solved = 0;
      const solve = async () => {
        solved += 1;
        expect(contact.$state.get().status).toBe('submitting');
        return 'solved';
      };
      await contact.submit({ ...FIELDS, message: ' ' }, solve);
      expect(solved).toBe(0);
      const done = contact.submit(FIELDS, solve);
      expect(await contact.submit(FIELDS, solve)).toMatchObject({ error: { code: 'busy' } });
      await settle();
      expect(api.latest('/web/submit-contact-form').input.body).toEqual({ ...FIELDS, captcha: 'solved' });
      await api.latest('/web/submit-contact-form').succeed({ message: '' });
      expect(await done).toEqual({ ok: true, value: null });
      expect(solved).toBe(1);
      expect(states.map(({ status }) => status)).toEqual(['idle', 'failed', 'submitting', 'sent']);
    });

    it.each<[string, (() => Promise<string | null>) | undefined]>([
      ['no way to solve it', undefined],
      ['none that could be had', async () => null],
      ['a solver that breaks', () => Promise.reject(new Error('no worker'))],
    ])('sends nothing with %s, and the form is usable again [contact.captcha]', async (_what, solve) => {
      const { api, contact } = openWithCaptcha();
      expect(await contact.submit(FIELDS, solve)).toMatchObject({ error: { code: 'captcha-missing' } });
      expect(api.requests).toHaveLength(0);
      expect(contact.$state.get()).toMatchObject({ status: 'failed', error: { code: 'captcha-missing' } });
    });

    it('does not send a solution that arrives after reset', async () => {
      const { api, contact } = openWithCaptcha();
      const done = contact.submit(FIELDS, async () => {
        contact.reset();
        return 'solved';
      });
      expect(await done).toMatchObject({ ok: false });
      expect(api.requests).toHaveLength(0);
      expect(contact.$state.get()).toEqual({ status: 'idle' });
    });

    it('solves nothing when the site has no captcha [contact.captcha]', async () => {
      const { api, contact } = open();
      void contact.submit(FIELDS, () => Promise.reject(new Error('asked')));
      await settle();
      expect(api.latest('/web/submit-contact-form').input.body).toEqual(FIELDS);
    });
  });

  it('sends one request on a double click, and ignores a response after reset [contact.states]', async () => {
    const { api, contact } = open();
    void contact.submit(FIELDS);
    expect(await contact.submit(FIELDS)).toMatchObject({ ok: false, error: { code: 'busy' } });
    contact.reset();
    await api.latest('/web/submit-contact-form').succeed({ message: '' });
    expect(contact.$state.get()).toEqual({ status: 'idle' });
    expect(api.requests).toHaveLength(1);
  });
});
