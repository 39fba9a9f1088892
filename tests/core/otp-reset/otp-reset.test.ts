import { createOtpReset, type OtpResetOptions } from '@openbell/core/otp-reset';
import {
  createFakeApi,
  createFakePage,
  createFakeTime,
  createMemoryStorage,
  recordStates,
  settle,
} from '@openbell/testing';
import { describe, expect, it } from 'vitest';

const EMAIL = 'ada@openbell.test';
const PASSWORDS = { password: ' new pass word ', confirm_password: ' new pass word ' };

function open(options: Partial<OtpResetOptions> = {}) {
  const api = createFakeApi(settle);
  const time = createFakeTime();
  const page = createFakePage();
  const storage = options.storage ?? createMemoryStorage();
  const { clock, scheduler } = time;
  const otpReset = createOtpReset({ api, clock, scheduler, page, storage, ...options });
  const { $state, $secondsLeft } = otpReset;
  return {
    api,
    time,
    page,
    storage,
    otpReset,
    state: () => $state.get(),
    left: () => $secondsLeft.get(),
    /** Advances to the step Verify OTP. */
    async send(parts: object = {}) {
      const done = otpReset.send(EMAIL);
      await api.latest('/web/send-otp').succeed({ message: '', retry_after: null, ...parts });
      return done;
    },
    /** Advances to the step Reset Password. */
    async verify(otp = '012345') {
      const done = otpReset.verify(otp);
      await api.latest('/web/verify-otp').succeed({ message: '' });
      return done;
    },
  };
}

describe('steps', () => {
  it('Send OTP sends the address, and starts the OTP step with 60 seconds [otp.step-send] [otp.countdown-60]', async () => {
    const setup = open();
    setup.otpReset.start();
    const done = setup.otpReset.send(`  ${EMAIL} `);
    expect(setup.state()).toMatchObject({ step: 'email', pending: { action: 'send' } });
    const request = setup.api.latest('/web/send-otp');
    expect(request.input.body).toEqual({ email: EMAIL });
    await request.succeed({ message: 'sent', retry_after: null });
    expect(await done).toEqual({ ok: true, value: null });
    expect(setup.state()).toMatchObject({ step: 'verify', email: EMAIL, pending: null, error: null });
    expect(setup.left()).toBe(60);
  });

  it("sends the verification's reset token with the reset, and drops it with the code [otp.reset-token]", async () => {
    const setup = open();
    await setup.send();
    const verified = setup.otpReset.verify('012345');
    await setup.api.latest('/web/verify-otp').succeed({ message: '', reset_token: 'a-token' });
    await verified;
    expect(setup.state()).toMatchObject({ step: 'reset', resetToken: 'a-token' });
    void setup.otpReset.reset(PASSWORDS);
    const request = setup.api.latest('/web/reset-password');
    expect(request.input.body).toEqual({ email: EMAIL, otp: '012345', reset_token: 'a-token', ...PASSWORDS });
    await request.refuse(422);
    await setup.time.advance(60_000);
    const resent = setup.otpReset.resend();
    await setup.api.latest('/web/resend-otp').succeed({ message: '', retry_after: null });
    await resent;
    await setup.verify('543210');
    void setup.otpReset.reset(PASSWORDS);
    expect(setup.api.latest('/web/reset-password').input.body).toEqual({
      email: EMAIL,
      otp: '543210',
      ...PASSWORDS,
    });
  });

  it('Reset Password sends address, code and passwords as typed, and ends with the message [otp.step-reset]', async () => {
    const setup = open();
    await setup.send();
    await setup.verify();
    // A form also contains the other fields.
    const form = { ...PASSWORDS, email: 'eve@openbell.test', otp: '999999' };
    const done = setup.otpReset.reset(form);
    const request = setup.api.latest('/web/reset-password');
    expect(request.input.body).toEqual({ email: EMAIL, otp: '012345', ...PASSWORDS });
    await request.succeed({ message: 'Done.' });
    expect(await done).toEqual({ ok: true, value: 'Done.' });
    expect(setup.state()).toEqual({ step: 'done', message: 'Done.', pending: null, error: null });
  });

  it('submit() handles one form in all three steps, and fails when done [otp.one-form]', async () => {
    const setup = open();
    const form = new FormData();
    const steps = [
      ['/web/send-otp', { email: EMAIL }],
      ['/web/verify-otp', { otp: '012345' }],
      ['/web/reset-password', PASSWORDS],
    ] as const;
    for (const [path, fields] of steps) {
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const done = setup.otpReset.submit(form);
      const request = setup.api.latest(path);
      expect(request.input.body).toMatchObject({ email: EMAIL, ...fields });
      await request.succeed({ message: 'Done.', retry_after: null });
      expect(await done).toMatchObject({ ok: true });
    }
    expect(setup.state().step).toBe('done');
    expect(await setup.otpReset.submit(form)).toMatchObject({ ok: false });
    const empty = open();
    expect(await empty.otpReset.submit(new FormData())).toMatchObject({ error: { code: 'email-missing' } });
  });

  it.each([
    ['send', '/web/send-otp'],
    ['verify', '/web/verify-otp'],
    ['reset', '/web/reset-password'],
  ] as const)('only 200 is success: %s [otp.only-200]', async (action, path) => {
    const setup = open();
    if (action !== 'send') await setup.send();
    if (action === 'reset') await setup.verify();
    const before = setup.state().step;
    const done =
      action === 'send'
        ? setup.otpReset.send(EMAIL)
        : action === 'verify'
          ? setup.otpReset.verify('012345')
          : setup.otpReset.reset(PASSWORDS);
    await setup.api.latest(path).succeed({ message: 'later', retry_after: null }, 202);
    expect(await done).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(setup.state()).toMatchObject({ step: before, pending: null });
  });

  it.each([
    ['', 'email-missing'],
    ['   ', 'email-missing'],
    ['ada', 'email-invalid'],
    ['a b@c', 'email-invalid'],
  ])('rejects the address %j without a request (%s) [otp.email-required]', async (email, code) => {
    const setup = open();
    expect(await setup.otpReset.send(email)).toMatchObject({ ok: false, error: { code } });
    expect(setup.state()).toMatchObject({ step: 'email', error: { code } });
    expect(setup.api.requests).toHaveLength(0);
  });

  it.each(['', '1234', '12345a', '１２３４５６'])('rejects the code %j without a request', async (otp) => {
    const setup = open();
    await setup.send();
    expect(await setup.otpReset.verify(otp)).toMatchObject({ ok: false, error: { code: 'otp-incomplete' } });
    expect(setup.api.requests).toHaveLength(1);
  });

  it('passwords are validated only by the server [otp.no-client-password-rules]', async () => {
    const setup = open();
    await setup.send();
    await setup.verify();
    void setup.otpReset.reset({ password: 'x', confirm_password: 'y' });
    expect(setup.api.latest('/web/reset-password').input.body).toMatchObject({ password: 'x' });
  });
});

describe('errors', () => {
  it.each([
    [
      422,
      { message: 'No such code.', errors: { otp: ['No such code.'] } },
      'refused',
      'No such code.',
      ['otp'],
    ],
    [422, { errors: { otp: ['Six digits, please.'] } }, 'refused', 'Six digits, please.', ['otp']],
    [400, {}, 'refused', '', []],
    [429, { message: 'Slow down.', retryAfter: 30 }, 'throttled', 'Slow down.', []],
    [503, { message: 'Busy.' }, 'unavailable', 'Busy.', []],
  ])(
    "a %d (%j) stays in its step with the server's message, if any [otp.error-message]",
    async (status, parts, code, message, fields) => {
      const setup = open();
      await setup.send();
      const done = setup.otpReset.verify('012345');
      await setup.api.latest('/web/verify-otp').refuse(status, parts);
      const error = { action: 'verify', code, message, fields };
      expect(await done).toMatchObject({ ok: false, error });
      expect(setup.state()).toMatchObject({ step: 'verify', pending: null, error });
    },
  );

  it('the next request clears the error', async () => {
    const setup = open();
    await setup.send();
    void setup.otpReset.verify('012345');
    await setup.api.latest('/web/verify-otp').lose();
    expect(setup.state().error).toMatchObject({ code: 'unavailable', message: '' });
    void setup.otpReset.verify('012345');
    expect(setup.state().error).toBeNull();
  });

  it('sends one request on a double click in every step [otp.no-double]', async () => {
    const setup = open();
    void setup.otpReset.send(EMAIL);
    expect(await setup.otpReset.send(EMAIL)).toMatchObject({ ok: false, error: { code: 'busy' } });
    await setup.api.latest('/web/send-otp').succeed({ message: '', retry_after: null });
    void setup.otpReset.verify('012345');
    expect(await setup.otpReset.verify('012345')).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(await setup.otpReset.resend()).toMatchObject({ ok: false, error: { code: 'busy' } });
    await setup.api.latest('/web/verify-otp').succeed({ message: '' });
    void setup.otpReset.reset(PASSWORDS);
    expect(await setup.otpReset.reset(PASSWORDS)).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(setup.api.requests).toHaveLength(3);
  });

  it('rejects an action that does not match the step', async () => {
    const setup = open();
    const error = { code: 'out-of-step' };
    expect(await setup.otpReset.verify('012345')).toMatchObject({ ok: false, error });
    expect(await setup.otpReset.reset(PASSWORDS)).toMatchObject({ ok: false, error });
    expect(await setup.otpReset.resend()).toMatchObject({ ok: false, error });
    await setup.send();
    expect(await setup.otpReset.send(EMAIL)).toMatchObject({ ok: false, error });
    expect(setup.api.requests).toHaveLength(1);
  });
});

describe('Send Again', () => {
  it('waits for the countdown, then returns to Verify OTP and counts from 60 again [otp.send-again]', async () => {
    const setup = open();
    setup.otpReset.start();
    await setup.send();
    await setup.verify();
    await setup.time.advance(59_999);
    expect(await setup.otpReset.resend()).toMatchObject({ ok: false, error: { code: 'waiting' } });
    await setup.time.advance(1);
    const done = setup.otpReset.resend();
    const request = setup.api.latest('/web/resend-otp');
    expect(request.input.body).toEqual({ email: EMAIL });
    await request.succeed({ message: '', retry_after: null });
    expect(await done).toEqual({ ok: true, value: null });
    expect(setup.state()).toMatchObject({ step: 'verify' });
    expect(setup.state()).not.toHaveProperty('otp');
    expect(setup.left()).toBe(60);
  });

  it('a rejection keeps the step, with its message; a 429 sets the countdown [otp.resend-refused]', async () => {
    const setup = open();
    setup.otpReset.start();
    await setup.send();
    await setup.verify();
    await setup.time.advance(60_000);
    const done = setup.otpReset.resend();
    await setup.api.latest('/web/resend-otp').refuse(429, { message: 'Wait.', retryAfter: 42 });
    expect(await done).toMatchObject({ ok: false, error: { action: 'resend', message: 'Wait.' } });
    expect(setup.state()).toMatchObject({ step: 'reset', otp: '012345', error: { message: 'Wait.' } });
    expect(setup.left()).toBe(42);
  });

  it('without a response, the code has to be verified again', async () => {
    const setup = open();
    await setup.send();
    await setup.verify();
    await setup.time.advance(60_000);
    void setup.otpReset.resend();
    await setup.api.latest('/web/resend-otp').lose();
    expect(setup.state()).toMatchObject({ step: 'verify', error: { code: 'unavailable' } });
  });
});

describe('the countdown', () => {
  it('ticks each second from 60 to 0, and stops [otp.countdown-ticks]', async () => {
    const setup = open();
    const { states, stop } = recordStates(setup.otpReset.$secondsLeft);
    setup.otpReset.start();
    await setup.send();
    await setup.time.advance(59_000);
    expect(setup.left()).toBe(1);
    await setup.time.advance(1_000);
    expect(states).toEqual([0, ...Array.from({ length: 61 }, (_, removed) => 60 - removed)]);
    expect(setup.time.pending()).toBe(0);
    stop();
  });

  it("uses the server's retry_after [otp.retry-after]", async () => {
    const setup = open();
    await setup.send({ retry_after: 90 });
    expect(setup.left()).toBe(90);
    const odd = open();
    await odd.send({ retry_after: 0.0004 });
    expect(odd.left()).toBe(1);
    const endless = open();
    await endless.send({ retry_after: Number.MAX_VALUE });
    expect(endless.left()).toBe(86_400);
    const short = open({ resendAfter: 5 });
    await short.send();
    expect(short.left()).toBe(5);
  });

  it('is correct at once when the page returns from the background [otp.countdown-background]', async () => {
    const setup = open();
    setup.otpReset.start();
    await setup.send();
    setup.page.play('hidden');
    setup.time.jump(45_000);
    setup.page.play('visible');
    expect(setup.left()).toBe(15);
  });

  it('is restored after a reload; the code and passwords are not stored [otp.countdown-reload]', async () => {
    const setup = open();
    const stop = setup.otpReset.start();
    await setup.send();
    await setup.verify();
    void setup.otpReset.reset(PASSWORDS);
    expect(setup.storage.keys()).toEqual(['openbell:otpReset']);
    const stored = setup.storage.read('openbell:otpReset') ?? '';
    expect(stored).not.toContain('012345');
    expect(stored).not.toContain('pass');
    stop();
    const again = open({ storage: setup.storage });
    await again.time.advance(20_000);
    again.otpReset.start();
    expect(again.state()).toMatchObject({ step: 'verify', email: EMAIL });
    expect(again.left()).toBe(40);
    await again.time.advance(10_000);
    expect(again.left()).toBe(30);
  });

  it('the stored state ends after ten minutes, after the reset and on restart', async () => {
    const setup = open();
    await setup.send();
    const late = open({ storage: setup.storage });
    await late.time.advance(600_000);
    const stop = late.otpReset.start();
    expect(late.state().step).toBe('email');
    expect(late.storage.keys()).toEqual([]);
    stop();

    await setup.verify();
    void setup.otpReset.reset(PASSWORDS);
    await setup.api.latest('/web/reset-password').succeed({ message: '' });
    expect(setup.storage.keys()).toEqual([]);

    const other = open();
    await other.send();
    other.otpReset.restart();
    expect(other.storage.keys()).toEqual([]);
  });

  it.each([
    '{',
    '[]',
    '{"version":2,"email":"a@b","sentAt":1,"resendAt":1}',
    '{"version":1,"email":7}',
    'null',
  ])('ignores invalid stored data (%s)', (text) => {
    const storage = createMemoryStorage();
    storage.write('openbell:otpReset', text);
    const setup = open({ storage });
    setup.otpReset.start();
    expect(setup.state().step).toBe('email');
  });

  it('a clock that is set back does not extend the countdown [otp.countdown-clock]', async () => {
    const setup = open();
    setup.otpReset.start();
    await setup.send();
    await setup.time.advance(20_000);
    setup.time.jump(-2 * 86_400_000);
    await setup.time.advance(1_000);
    expect(setup.left()).toBeLessThanOrEqual(41);
    await setup.time.advance(41_000);
    expect(setup.left()).toBe(0);

    const storage = createMemoryStorage();
    const before = open({ storage });
    before.time.jump(86_400_000);
    await before.send();
    const after = open({ storage });
    const end = after.otpReset.start();
    expect(after.left()).toBe(60);
    end();
  });
});

describe('lifecycle', () => {
  it('ignores a response after a restart with another address [otp.stale-response]', async () => {
    const setup = open();
    await setup.send();
    const late = setup.otpReset.verify('012345');
    const request = setup.api.latest('/web/verify-otp');
    setup.otpReset.restart();
    await setup.send();
    await request.succeed({ message: '' });
    expect(await late).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(setup.state()).toMatchObject({ step: 'verify', pending: null });
  });

  it('starts again after completion, and destroy leaves no timers or listeners', async () => {
    const setup = open();
    const stop = setup.otpReset.start();
    await setup.send();
    await setup.verify();
    void setup.otpReset.reset(PASSWORDS);
    await setup.api.latest('/web/reset-password').succeed({ message: '' });
    expect(setup.state().step).toBe('done');
    stop();
    stop();
    expect(setup.state()).toEqual({ step: 'email', pending: null, error: null });
    const again = setup.otpReset.start();
    await setup.send();
    again();
    expect(setup.time.pending()).toBe(0);
    setup.otpReset.start();
    setup.otpReset.destroy();
    expect(setup.time.pending()).toBe(0);
    expect(setup.page.listeners()).toBe(0);
  });

  it('starts no countdown when a 429 arrives after destroy, and can be used again', async () => {
    const setup = open();
    setup.otpReset.start();
    await setup.send();
    const done = setup.otpReset.verify('012345');
    setup.otpReset.destroy();
    await setup.api.latest('/web/verify-otp').refuse(429, { retryAfter: 86_400 });
    expect(await done).toMatchObject({ ok: false, error: { code: 'throttled' } });
    expect(setup.time.pending()).toBe(0);
    expect(setup.otpReset.$retryIn.get()).toBe(0);
    expect(await setup.verify()).toMatchObject({ ok: true });
  });

  it('has no countdown after destroy when it was never started', async () => {
    const setup = open();
    await setup.send();
    void setup.otpReset.verify('012345');
    await setup.api.latest('/web/verify-otp').refuse(429, { retryAfter: 86_400 });
    expect(setup.otpReset.$retryIn.get()).toBe(86_400);
    setup.otpReset.destroy();
    expect(setup.time.pending()).toBe(0);
  });
});
