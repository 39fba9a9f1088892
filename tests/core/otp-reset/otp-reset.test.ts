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
    const bench = open();
    const stop = bench.otpReset.start();
    const done = bench.otpReset.send(`  ${EMAIL} `);
    expect(bench.state()).toMatchObject({ step: 'email', pending: { action: 'send' } });
    const request = bench.api.latest('/web/send-otp');
    expect(request.input.body).toEqual({ email: EMAIL });
    await request.succeed({ message: 'sent', retry_after: null });
    expect(await done).toEqual({ ok: true, value: null });
    expect(bench.state()).toMatchObject({ step: 'verify', email: EMAIL, pending: null, error: null });
    expect(bench.left()).toBe(60);
    stop();
  });

  it('Verify OTP sends address and code, and starts the password step [otp.step-verify]', async () => {
    const bench = open();
    await bench.send();
    const done = bench.otpReset.verify('012345');
    const request = bench.api.latest('/web/verify-otp');
    expect(request.input.body).toEqual({ email: EMAIL, otp: '012345' });
    await request.succeed({ message: '' });
    expect(await done).toEqual({ ok: true, value: null });
    expect(bench.state()).toMatchObject({ step: 'reset', otp: '012345' });
  });

  it("sends the verification's reset token with the reset, and drops it with the code [otp.reset-token]", async () => {
    const bench = open();
    await bench.send();
    const verified = bench.otpReset.verify('012345');
    await bench.api.latest('/web/verify-otp').succeed({ message: '', reset_token: 'a-token' });
    await verified;
    expect(bench.state()).toMatchObject({ step: 'reset', resetToken: 'a-token' });
    void bench.otpReset.reset(PASSWORDS);
    const request = bench.api.latest('/web/reset-password');
    expect(request.input.body).toEqual({ email: EMAIL, otp: '012345', reset_token: 'a-token', ...PASSWORDS });
    await request.refuse(422);
    await bench.time.advance(60_000);
    const resent = bench.otpReset.resend();
    await bench.api.latest('/web/resend-otp').succeed({ message: '', retry_after: null });
    await resent;
    await bench.verify('543210');
    void bench.otpReset.reset(PASSWORDS);
    expect(bench.api.latest('/web/reset-password').input.body).toEqual({
      email: EMAIL,
      otp: '543210',
      ...PASSWORDS,
    });
  });

  it('Reset Password sends address, code and passwords as typed, and ends with the message [otp.step-reset]', async () => {
    const bench = open();
    await bench.send();
    await bench.verify();
    // A form also contains the other fields.
    const form = { ...PASSWORDS, email: 'eve@openbell.test', otp: '999999' };
    const done = bench.otpReset.reset(form);
    const request = bench.api.latest('/web/reset-password');
    expect(request.input.body).toEqual({ email: EMAIL, otp: '012345', ...PASSWORDS });
    await request.succeed({ message: 'Done.' });
    expect(await done).toEqual({ ok: true, value: 'Done.' });
    expect(bench.state()).toEqual({ step: 'done', message: 'Done.', pending: null, error: null });
  });

  it('submit() handles one form in all three steps, and fails when done [otp.one-form]', async () => {
    const bench = open();
    const form = new FormData();
    const steps = [
      ['/web/send-otp', { email: EMAIL }],
      ['/web/verify-otp', { otp: '012345' }],
      ['/web/reset-password', PASSWORDS],
    ] as const;
    for (const [path, fields] of steps) {
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const done = bench.otpReset.submit(form);
      const request = bench.api.latest(path);
      expect(request.input.body).toMatchObject({ email: EMAIL, ...fields });
      await request.succeed({ message: 'Done.', retry_after: null });
      expect(await done).toMatchObject({ ok: true });
    }
    expect(bench.state().step).toBe('done');
    expect(await bench.otpReset.submit(form)).toMatchObject({ ok: false });
    const empty = open();
    expect(await empty.otpReset.submit(new FormData())).toMatchObject({ error: { code: 'email-missing' } });
  });

  it.each([
    ['send', '/web/send-otp'],
    ['verify', '/web/verify-otp'],
    ['reset', '/web/reset-password'],
  ] as const)('only 200 is success: %s [otp.only-200]', async (action, path) => {
    const bench = open();
    if (action !== 'send') await bench.send();
    if (action === 'reset') await bench.verify();
    const before = bench.state().step;
    const done =
      action === 'send'
        ? bench.otpReset.send(EMAIL)
        : action === 'verify'
          ? bench.otpReset.verify('012345')
          : bench.otpReset.reset(PASSWORDS);
    await bench.api.latest(path).succeed({ message: 'later', retry_after: null }, 202);
    expect(await done).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(bench.state()).toMatchObject({ step: before, pending: null });
  });

  it.each([
    ['', 'email-missing'],
    ['   ', 'email-missing'],
    ['ada', 'email-invalid'],
    ['a b@c', 'email-invalid'],
  ])('rejects the address %j without a request (%s) [otp.email-required]', async (email, code) => {
    const bench = open();
    expect(await bench.otpReset.send(email)).toMatchObject({ ok: false, error: { code } });
    expect(bench.state()).toMatchObject({ step: 'email', error: { code } });
    expect(bench.api.requests).toHaveLength(0);
  });

  it.each(['', '1234', '12345a', '１２３４５６'])('rejects the code %j without a request', async (otp) => {
    const bench = open();
    await bench.send();
    expect(await bench.otpReset.verify(otp)).toMatchObject({ ok: false, error: { code: 'otp-incomplete' } });
    expect(bench.api.requests).toHaveLength(1);
  });

  it('passwords are validated only by the server [otp.no-client-password-rules]', async () => {
    const bench = open();
    await bench.send();
    await bench.verify();
    void bench.otpReset.reset({ password: 'x', confirm_password: 'y' });
    expect(bench.api.latest('/web/reset-password').input.body).toMatchObject({ password: 'x' });
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
      const bench = open();
      await bench.send();
      const done = bench.otpReset.verify('012345');
      await bench.api.latest('/web/verify-otp').refuse(status, parts);
      const error = { action: 'verify', code, message, fields };
      expect(await done).toMatchObject({ ok: false, error });
      expect(bench.state()).toMatchObject({ step: 'verify', pending: null, error });
    },
  );

  it('the next request clears the error', async () => {
    const bench = open();
    await bench.send();
    void bench.otpReset.verify('012345');
    await bench.api.latest('/web/verify-otp').lose();
    expect(bench.state().error).toMatchObject({ code: 'unavailable', message: '' });
    void bench.otpReset.verify('012345');
    expect(bench.state().error).toBeNull();
  });

  it('sends one request on a double click in every step [otp.no-double]', async () => {
    const bench = open();
    void bench.otpReset.send(EMAIL);
    expect(await bench.otpReset.send(EMAIL)).toMatchObject({ ok: false, error: { code: 'busy' } });
    await bench.api.latest('/web/send-otp').succeed({ message: '', retry_after: null });
    void bench.otpReset.verify('012345');
    expect(await bench.otpReset.verify('012345')).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(await bench.otpReset.resend()).toMatchObject({ ok: false, error: { code: 'busy' } });
    await bench.api.latest('/web/verify-otp').succeed({ message: '' });
    void bench.otpReset.reset(PASSWORDS);
    expect(await bench.otpReset.reset(PASSWORDS)).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(bench.api.requests).toHaveLength(3);
  });

  it('rejects an action that does not match the step', async () => {
    const bench = open();
    const error = { code: 'out-of-step' };
    expect(await bench.otpReset.verify('012345')).toMatchObject({ ok: false, error });
    expect(await bench.otpReset.reset(PASSWORDS)).toMatchObject({ ok: false, error });
    expect(await bench.otpReset.resend()).toMatchObject({ ok: false, error });
    await bench.send();
    expect(await bench.otpReset.send(EMAIL)).toMatchObject({ ok: false, error });
    expect(bench.api.requests).toHaveLength(1);
  });
});

describe('Send Again', () => {
  it('waits for the countdown, then returns to Verify OTP and counts from 60 again [otp.send-again]', async () => {
    const bench = open();
    const stop = bench.otpReset.start();
    await bench.send();
    await bench.verify();
    await bench.time.advance(59_999);
    expect(await bench.otpReset.resend()).toMatchObject({ ok: false, error: { code: 'waiting' } });
    await bench.time.advance(1);
    const done = bench.otpReset.resend();
    const request = bench.api.latest('/web/resend-otp');
    expect(request.input.body).toEqual({ email: EMAIL });
    await request.succeed({ message: '', retry_after: null });
    expect(await done).toEqual({ ok: true, value: null });
    expect(bench.state()).toMatchObject({ step: 'verify' });
    expect(bench.state()).not.toHaveProperty('otp');
    expect(bench.left()).toBe(60);
    stop();
  });

  it('a rejection keeps the step, with its message; a 429 sets the countdown [otp.resend-refused]', async () => {
    const bench = open();
    const stop = bench.otpReset.start();
    await bench.send();
    await bench.verify();
    await bench.time.advance(60_000);
    const done = bench.otpReset.resend();
    await bench.api.latest('/web/resend-otp').refuse(429, { message: 'Wait.', retryAfter: 42 });
    expect(await done).toMatchObject({ ok: false, error: { action: 'resend', message: 'Wait.' } });
    expect(bench.state()).toMatchObject({ step: 'reset', otp: '012345', error: { message: 'Wait.' } });
    expect(bench.left()).toBe(42);
    stop();
  });

  it('without a response, the code has to be verified again', async () => {
    const bench = open();
    await bench.send();
    await bench.verify();
    await bench.time.advance(60_000);
    void bench.otpReset.resend();
    await bench.api.latest('/web/resend-otp').lose();
    expect(bench.state()).toMatchObject({ step: 'verify', error: { code: 'unavailable' } });
  });
});

describe('the countdown', () => {
  it('ticks each second from 60 to 0, and stops [otp.countdown-ticks]', async () => {
    const bench = open();
    const { states, stop } = recordStates(bench.otpReset.$secondsLeft);
    const end = bench.otpReset.start();
    await bench.send();
    await bench.time.advance(59_000);
    expect(bench.left()).toBe(1);
    await bench.time.advance(1_000);
    expect(states).toEqual([0, ...Array.from({ length: 61 }, (_, gone) => 60 - gone)]);
    expect(bench.time.pending()).toBe(0);
    stop();
    end();
  });

  it("uses the server's retry_after [otp.retry-after]", async () => {
    const bench = open();
    await bench.send({ retry_after: 90 });
    expect(bench.left()).toBe(90);
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
    const bench = open();
    const stop = bench.otpReset.start();
    await bench.send();
    bench.page.play('hidden');
    bench.time.jump(45_000);
    bench.page.play('visible');
    expect(bench.left()).toBe(15);
    stop();
  });

  it('is restored after a reload; the code and passwords are not stored [otp.countdown-reload]', async () => {
    const bench = open();
    const stop = bench.otpReset.start();
    await bench.send();
    await bench.verify();
    void bench.otpReset.reset(PASSWORDS);
    expect(bench.storage.keys()).toEqual(['openbell:otpReset']);
    const kept = bench.storage.read('openbell:otpReset') ?? '';
    expect(kept).not.toContain('012345');
    expect(kept).not.toContain('pass');
    stop();
    const again = open({ storage: bench.storage });
    await again.time.advance(20_000);
    const end = again.otpReset.start();
    expect(again.state()).toMatchObject({ step: 'verify', email: EMAIL });
    expect(again.left()).toBe(40);
    await again.time.advance(10_000);
    expect(again.left()).toBe(30);
    end();
  });

  it('the stored state ends after ten minutes, after the reset and on restart', async () => {
    const bench = open();
    await bench.send();
    const late = open({ storage: bench.storage });
    await late.time.advance(600_000);
    const stop = late.otpReset.start();
    expect(late.state().step).toBe('email');
    expect(late.storage.keys()).toEqual([]);
    stop();

    await bench.verify();
    void bench.otpReset.reset(PASSWORDS);
    await bench.api.latest('/web/reset-password').succeed({ message: '' });
    expect(bench.storage.keys()).toEqual([]);

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
    const bench = open({ storage });
    const stop = bench.otpReset.start();
    expect(bench.state().step).toBe('email');
    stop();
  });

  it('a clock that is set back does not extend the countdown [otp.countdown-clock]', async () => {
    const bench = open();
    const stop = bench.otpReset.start();
    await bench.send();
    await bench.time.advance(20_000);
    bench.time.jump(-2 * 86_400_000);
    await bench.time.advance(1_000);
    expect(bench.left()).toBeLessThanOrEqual(41);
    await bench.time.advance(41_000);
    expect(bench.left()).toBe(0);
    stop();

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
  it('ignores a response after a restart with another address [otp.stale-answer]', async () => {
    const bench = open();
    await bench.send();
    const late = bench.otpReset.verify('012345');
    const request = bench.api.latest('/web/verify-otp');
    bench.otpReset.restart();
    await bench.send();
    await request.succeed({ message: '' });
    expect(await late).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(bench.state()).toMatchObject({ step: 'verify', pending: null });
  });

  it('starts again after completion, and destroy leaves no timers or listeners', async () => {
    const bench = open();
    const stop = bench.otpReset.start();
    await bench.send();
    await bench.verify();
    void bench.otpReset.reset(PASSWORDS);
    await bench.api.latest('/web/reset-password').succeed({ message: '' });
    expect(bench.state().step).toBe('done');
    stop();
    stop();
    expect(bench.state()).toEqual({ step: 'email', pending: null, error: null });
    const again = bench.otpReset.start();
    await bench.send();
    again();
    expect(bench.time.pending()).toBe(0);
    bench.otpReset.start();
    bench.otpReset.destroy();
    expect(bench.time.pending()).toBe(0);
    expect(bench.page.listeners()).toBe(0);
  });
});
