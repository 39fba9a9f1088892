import { atom } from 'nanostores';
import {
  resendOtpEndpoint,
  resetPasswordEndpoint,
  sendOtpEndpoint,
  verifyOtpEndpoint,
} from '../contract/index.ts';
import { browserPage, type Cancel, createBrowserStorage, systemClock, systemTimers } from '../ports/index.ts';
import { createCountdown, secondsLeft, untilNextSecond } from '../shared/countdown.ts';
import { fieldsOf } from '../shared/form-input.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import {
  INITIAL_OTP_RESET,
  type OtpResetEvent,
  otpResetError,
  readOtpResponse,
  reduce,
  validate,
  whyBlocked,
} from './otp-reset.rules.ts';
import { OTP_RESET_KEY, readOtpReset, writeOtpReset } from './otp-reset.storage.ts';
import type {
  OtpReset,
  OtpResetError,
  OtpResetOptions,
  OtpResetState,
  OtpResetStepRequest,
} from './otp-reset.types.ts';

/** Creates the password reset by an emailed code. Without side effects before `start()` or an action. */
export function createOtpReset(options: OtpResetOptions): OtpReset {
  const { api, clock = systemClock, scheduler = systemTimers, page = browserPage } = options;
  const { resendAfter = 60 } = options;
  const storage = options.storage ?? createBrowserStorage('session');
  const key = (options.keyPrefix ?? 'openbell:') + OTP_RESET_KEY;

  const $state = atom<OtpResetState>(INITIAL_OTP_RESET);
  const $secondsLeft = atom(0);
  const retry = createCountdown({ clock, scheduler });
  let requests = 0;
  let counting = false;
  let cancelTick: Cancel = () => {};
  /** The latest time read. An earlier time means that the clock was set back. */
  let seen = Number.NEGATIVE_INFINITY;

  function apply(event: OtpResetEvent): void {
    const before = $state.get();
    const after = reduce(before, event);
    if (after === before) return;
    $state.set(after);
    writeOtpReset(storage, key, after);
    count();
  }

  /** Shows the seconds left, and again at each change. */
  function count(): void {
    cancelTick();
    const now = clock.now();
    const state = $state.get();
    const until = 'resendAt' in state ? state.resendAt : now;
    const left = secondsLeft(until, now);
    $secondsLeft.set(left);
    if (counting && left > 0) cancelTick = scheduler.after(untilNextSecond(until, now), tick);
  }

  function readClock(): number {
    const now = clock.now();
    if (now < seen) apply({ type: 'clock-set-back', seen, now });
    seen = now;
    return now;
  }

  function tick(): void {
    readClock();
    count();
  }

  /** Sends one request, unless the state forbids it, and applies its outcome. */
  async function run(
    step: OtpResetStepRequest,
    send: () => Promise<Parameters<typeof readOtpResponse>[1]>,
  ): Promise<Result<string, OtpResetError>> {
    const { action } = step;
    const now = readClock();
    const blocked = whyBlocked($state.get(), action, now);
    if (blocked !== null) return fail(otpResetError(action, blocked));
    requests += 1;
    const id = requests;
    retry.stop();
    apply({ type: 'requested', request: { ...step, id }, now });
    const outcome = readOtpResponse(action, await send());
    if ($state.get().pending?.id !== id) return fail(otpResetError(action, 'superseded'));
    apply({ type: 'responded', id, outcome, now: readClock(), resendAfter });
    if (outcome.ok) return succeed(outcome.message);
    // 'Send Again' has the countdown of the code.
    if (action !== 'resend' && outcome.error.code === 'throttled') retry.begin(outcome.error.retryAfter);
    return fail(outcome.error);
  }

  /** Shows the error of an invalid value. */
  function check(action: 'send' | 'verify', value: string): OtpResetError | null {
    const code = validate(action, value);
    if (code === null || whyBlocked($state.get(), action, clock.now()) !== null) return null;
    const error = otpResetError(action, code);
    apply({ type: 'invalid', error });
    return error;
  }

  function address(): string {
    const state = $state.get();
    return 'email' in state ? state.email : '';
  }

  const lifecycle = createLifecycle(() => {
    counting = true;
    const now = clock.now();
    const record = readOtpReset(storage, key, now);
    if (record !== null) apply({ type: 'restored', ...record, now });
    // Also removes a record that was too old to restore.
    writeOtpReset(storage, key, $state.get());
    tick();
    const stopPage = page.onChange((event) => {
      // Timers of a background page are late.
      if (event === 'visible') tick();
    });
    return () => {
      counting = false;
      if ($state.get().step === 'done') apply({ type: 'restarted' });
      cancelTick();
      retry.stop();
      stopPage();
    };
  });

  const otpReset: OtpReset = {
    $state,
    $secondsLeft,
    $retryIn: retry.$secondsLeft,
    async send(typed) {
      const email = typed.trim();
      const invalid = check('send', email);
      if (invalid !== null) return fail(invalid);
      return done(
        await run({ action: 'send', email }, () => api.request(sendOtpEndpoint, { body: { email } })),
      );
    },
    async verify(otp) {
      const invalid = check('verify', otp);
      if (invalid !== null) return fail(invalid);
      const body = { email: address(), otp };
      return done(await run({ action: 'verify', otp }, () => api.request(verifyOtpEndpoint, { body })));
    },
    // By name: a form may pass other fields, and the code is the one that was verified.
    reset({ password, confirm_password }) {
      const state = $state.get();
      const { otp, resetToken } = state.step === 'reset' ? state : { otp: '', resetToken: null };
      const token = resetToken === null ? {} : { reset_token: resetToken };
      const body = { email: address(), otp, password, confirm_password, ...token };
      return run({ action: 'reset' }, () => api.request(resetPasswordEndpoint, { body }));
    },
    submit(input) {
      const field = fieldsOf(input);
      const { step } = $state.get();
      if (step === 'email') return otpReset.send(field('email'));
      if (step === 'verify') return otpReset.verify(field('otp'));
      return otpReset.reset({ password: field('password'), confirm_password: field('confirm_password') });
    },
    async resend() {
      const body = { email: address() };
      return done(await run({ action: 'resend' }, () => api.request(resendOtpEndpoint, { body })));
    },
    restart() {
      retry.stop();
      apply({ type: 'restarted' });
    },
    start: lifecycle.start,
    destroy: lifecycle.destroy,
  };
  return otpReset;
}

/** A result without its message. */
function done(result: Result<string, OtpResetError>): Result<null, OtpResetError> {
  return result.ok ? succeed(null) : result;
}
