import { atom } from 'nanostores';
import {
  resendOtpEndpoint,
  resetPasswordEndpoint,
  sendOtpEndpoint,
  verifyOtpEndpoint,
} from '../contract/index.ts';
import { browserPage, type Cancel, createBrowserStorage, systemClock, systemTimers } from '../ports/index.ts';
import { fieldsOf } from '../shared/form-input.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { secondsLeft, untilNextSecond } from './otp-reset.countdown.ts';
import {
  INITIAL_OTP_RESET,
  type OtpResetEvent,
  objectionTo,
  otpResetError,
  readOtpAnswer,
  reduce,
  whyNot,
} from './otp-reset.rules.ts';
import { OTP_RESET_KEY, readOtpReset, writeOtpReset } from './otp-reset.storage.ts';
import type {
  OtpReset,
  OtpResetError,
  OtpResetOptions,
  OtpResetState,
  OtpResetStepRequest,
} from './otp-reset.types.ts';

/** Creates the password reset by an emailed code. It reads, sends and counts nothing before `start()` or an action. */
export function createOtpReset(options: OtpResetOptions): OtpReset {
  const { api, clock = systemClock, scheduler = systemTimers, page = browserPage } = options;
  const { resendAfter = 60 } = options;
  const storage = options.storage ?? createBrowserStorage('session');
  const key = (options.keyPrefix ?? 'openbell:') + OTP_RESET_KEY;

  const $state = atom<OtpResetState>(INITIAL_OTP_RESET);
  const $secondsLeft = atom(0);
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
    if (now < seen) apply({ type: 'clock-put-back', seen, now });
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
    send: () => Promise<Parameters<typeof readOtpAnswer>[1]>,
  ): Promise<Result<string, OtpResetError>> {
    const { action } = step;
    const now = readClock();
    const refusal = whyNot($state.get(), action, now);
    if (refusal !== null) return fail(otpResetError(action, refusal));
    requests += 1;
    const id = requests;
    apply({ type: 'asked', request: { ...step, id }, now });
    const outcome = readOtpAnswer(action, await send());
    if ($state.get().pending?.id !== id) return fail(otpResetError(action, 'superseded'));
    apply({ type: 'answered', id, outcome, now: readClock(), resendAfter });
    return outcome.ok ? succeed(outcome.message) : fail(outcome.error);
  }

  /** Validates a value before its request; an invalid one shows its error. */
  function object(action: 'send' | 'verify', value: string): OtpResetError | null {
    const code = objectionTo(action, value);
    if (code === null || whyNot($state.get(), action, clock.now()) !== null) return null;
    const error = otpResetError(action, code);
    apply({ type: 'objected', error });
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
      stopPage();
    };
  });

  const otpReset: OtpReset = {
    $state,
    $secondsLeft,
    async send(typed) {
      const email = typed.trim();
      const objection = object('send', email);
      if (objection !== null) return fail(objection);
      return done(
        await run({ action: 'send', email }, () => api.request(sendOtpEndpoint, { body: { email } })),
      );
    },
    async verify(otp) {
      const objection = object('verify', otp);
      if (objection !== null) return fail(objection);
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
    restart: () => apply({ type: 'restarted' }),
    start: lifecycle.start,
    destroy: lifecycle.destroy,
  };
  return otpReset;
}

/** A result without its message. */
function done(result: Result<string, OtpResetError>): Result<null, OtpResetError> {
  return result.ok ? succeed(null) : result;
}
