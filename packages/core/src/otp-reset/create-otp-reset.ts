import { atom } from 'nanostores';
import {
  resendOtpEndpoint,
  resetPasswordEndpoint,
  sendOtpEndpoint,
  verifyOtpEndpoint,
} from '../contract/index.ts';
import { createBrowserStorage, systemClock } from '../ports/index.ts';
import { createCountdown } from '../shared/countdown.ts';
import { fieldsOf } from '../shared/form-input.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createResendCountdown } from './create-resend-countdown.ts';
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
  const { api, clock = systemClock, resendAfter = 60 } = options;
  const storage = options.storage ?? createBrowserStorage('session');
  const key = (options.keyPrefix ?? 'openbell:') + OTP_RESET_KEY;

  const $state = atom<OtpResetState>(INITIAL_OTP_RESET);
  const retry = createCountdown(options);
  const resend = createResendCountdown(options, {
    until() {
      const state = $state.get();
      return 'resendAt' in state ? state.resendAt : null;
    },
    onSetBack: (seen, now) => apply({ type: 'clock-set-back', seen, now }),
  });
  let requests = 0;
  /** The number of the last request before `destroy()`: its answer starts no countdown. */
  let destroyed = 0;

  function apply(event: OtpResetEvent): void {
    const before = $state.get();
    const after = reduce(before, event);
    if (after === before) return;
    $state.set(after);
    writeOtpReset(storage, key, after);
    resend.show();
  }

  /** Sends one request, unless the state forbids it or a value is invalid, and applies its outcome. */
  async function run(
    step: OtpResetStepRequest,
    send: (email: string) => Promise<Parameters<typeof readOtpResponse>[1]>,
  ): Promise<Result<string, OtpResetError>> {
    const { action } = step;
    const now = resend.readClock();
    const state = $state.get();
    const blocked = whyBlocked(state, action, now);
    if (blocked !== null) return fail(otpResetError(action, blocked));
    const problem = validate(step);
    if (problem !== null) {
      const error = otpResetError(action, problem);
      apply({ type: 'invalid', error });
      return fail(error);
    }
    requests += 1;
    const id = requests;
    retry.stop();
    apply({ type: 'requested', request: { ...step, id }, now });
    const outcome = readOtpResponse(action, await send('email' in state ? state.email : ''));
    if ($state.get().pending?.id !== id) return fail(otpResetError(action, 'superseded'));
    apply({ type: 'responded', id, outcome, now: resend.readClock(), resendAfter });
    if (outcome.ok) return succeed(outcome.message);
    // 'Send Again' has the countdown of the code.
    if (action !== 'resend' && outcome.error.code === 'throttled' && id > destroyed)
      retry.begin(outcome.error.retryAfter);
    return fail(outcome.error);
  }

  const lifecycle = createLifecycle(() => {
    const now = clock.now();
    const record = readOtpReset(storage, key, now);
    if (record !== null) apply({ type: 'restored', ...record, now });
    // Also removes a record that was too old to restore.
    writeOtpReset(storage, key, $state.get());
    return [
      resend.start(),
      () => {
        if ($state.get().step === 'done') apply({ type: 'restarted' });
      },
      retry.stop,
    ];
  });

  const otpReset: OtpReset = {
    $state,
    $secondsLeft: resend.$secondsLeft,
    $retryIn: retry.$secondsLeft,
    send(typed) {
      const email = typed.trim();
      return done(run({ action: 'send', email }, () => api.request(sendOtpEndpoint, { body: { email } })));
    },
    verify: (otp) =>
      done(
        run({ action: 'verify', otp }, (email) => api.request(verifyOtpEndpoint, { body: { email, otp } })),
      ),
    // By name: a form may pass other fields, and the code is the one that was verified.
    reset({ password, confirm_password }) {
      const state = $state.get();
      const { otp, resetToken } = state.step === 'reset' ? state : { otp: '', resetToken: null };
      const token = resetToken === null ? {} : { reset_token: resetToken };
      const body = { otp, password, confirm_password, ...token };
      return run({ action: 'reset' }, (email) =>
        api.request(resetPasswordEndpoint, { body: { email, ...body } }),
      );
    },
    submit(input) {
      const field = fieldsOf(input);
      const { step } = $state.get();
      if (step === 'email') return otpReset.send(field('email'));
      if (step === 'verify') return otpReset.verify(field('otp'));
      return otpReset.reset({ password: field('password'), confirm_password: field('confirm_password') });
    },
    resend: () =>
      done(run({ action: 'resend' }, (email) => api.request(resendOtpEndpoint, { body: { email } }))),
    restart() {
      retry.stop();
      apply({ type: 'restarted' });
    },
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      destroyed = requests;
      retry.stop();
    },
  };
  return otpReset;
}

/** A result without its message. */
async function done(run: Promise<Result<string, OtpResetError>>): Promise<Result<null, OtpResetError>> {
  const result = await run;
  return result.ok ? succeed(null) : result;
}
