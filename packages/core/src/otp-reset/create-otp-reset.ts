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
  type OtpResetOutcome,
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
  OtpResetRequest,
  OtpResetState,
} from './otp-reset.types.ts';

/** What one step asks for, and how its request is sent. */
interface Step {
  readonly request: OtpResetRequest;
  send(): Promise<OtpResetOutcome>;
}

/** Makes a password reset by a code that is mailed. Nothing is read, sent or counted before `start()` or an action. */
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
  /** The latest time seen: a clock that shows less has been put back. */
  let seen = Number.NEGATIVE_INFINITY;

  function apply(event: OtpResetEvent): void {
    const before = $state.get();
    const after = reduce(before, event);
    if (after === before) return;
    $state.set(after);
    writeOtpReset(storage, key, after);
    count();
  }

  /** Shows the seconds left, and comes back when they change. */
  function count(): void {
    cancelTick();
    const now = clock.now();
    const state = $state.get();
    const until = 'resendAt' in state ? state.resendAt : now;
    const left = secondsLeft(until, now);
    $secondsLeft.set(left);
    if (counting && left > 0) cancelTick = scheduler.after(untilNextSecond(until, now), tick);
  }

  function look(): number {
    const now = clock.now();
    if (now < seen) apply({ type: 'clock-put-back', seen, now });
    seen = now;
    return now;
  }

  function tick(): void {
    look();
    count();
  }

  /** Makes one request, unless something stands against it, and takes its answer. */
  async function take({ request, send }: Step): Promise<Result<string, OtpResetError>> {
    const { id, action } = request;
    const now = look();
    const refusal = whyNot($state.get(), action, now);
    if (refusal !== null) return fail(otpResetError(action, refusal));
    apply({ type: 'asked', request, now });
    const outcome = await send();
    if ($state.get().pending?.id !== id) return fail(otpResetError(action, 'superseded'));
    apply({ type: 'answered', id, outcome, now: look(), resendAfter });
    return outcome.ok ? succeed(outcome.message) : fail(outcome.error);
  }

  function object(action: 'send' | 'verify', value: string): OtpResetError | null {
    const code = objectionTo(action, value);
    if (code === null || whyNot($state.get(), action, clock.now()) !== null) return null;
    const error = otpResetError(action, code);
    apply({ type: 'objected', error });
    return error;
  }

  function nextId(): number {
    requests += 1;
    return requests;
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
    // Also takes away what was too old to come back to.
    writeOtpReset(storage, key, $state.get());
    tick();
    const stopPage = page.onChange((event) => {
      // Timers of a page in the background come late.
      if (event === 'visible') tick();
    });
    return () => {
      counting = false;
      // Whoever comes back begins anew.
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
      const result = await take({
        request: { id: nextId(), action: 'send', email },
        send: async () => readOtpAnswer('send', await api.request(sendOtpEndpoint, { body: { email } })),
      });
      return result.ok ? succeed(null) : result;
    },
    async verify(otp) {
      const objection = object('verify', otp);
      if (objection !== null) return fail(objection);
      const body = { email: address(), otp };
      const result = await take({
        request: { id: nextId(), action: 'verify', otp },
        send: async () => readOtpAnswer('verify', await api.request(verifyOtpEndpoint, { body })),
      });
      return result.ok ? succeed(null) : result;
    },
    // By name: a form hands over all its fields, and the code is the one that was verified.
    reset({ password, confirm_password }) {
      const state = $state.get();
      const { otp, resetToken } = state.step === 'reset' ? state : { otp: '', resetToken: null };
      const body = {
        email: address(),
        otp,
        password,
        confirm_password,
        ...(resetToken === null ? {} : { reset_token: resetToken }),
      };
      return take({
        request: { id: nextId(), action: 'reset' },
        send: async () => readOtpAnswer('reset', await api.request(resetPasswordEndpoint, { body })),
      });
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
      const result = await take({
        request: { id: nextId(), action: 'resend' },
        send: async () => readOtpAnswer('resend', await api.request(resendOtpEndpoint, { body })),
      });
      return result.ok ? succeed(null) : result;
    },
    restart: () => apply({ type: 'restarted' }),
    start: lifecycle.start,
    destroy: lifecycle.destroy,
  };
  return otpReset;
}
