// Properties of the state machine for any order of user, clock and network events.
import {
  INITIAL_OTP_RESET,
  type OtpResetEvent,
  type OtpResetState,
  reduce,
  whyBlocked,
} from '@openbell/core/otp-reset';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

const START = Date.UTC(2026, 10, 21);

/** A random event. */
type Happening =
  | { readonly kind: 'ask'; readonly action: 'send' | 'verify' | 'reset' | 'resend'; readonly otp: string }
  /** A response to any earlier request, possibly late or repeated. */
  | {
      readonly kind: 'answer';
      readonly which: number;
      readonly ok: boolean;
      readonly code: 'refused' | 'throttled' | 'unavailable';
      readonly wait: number | null;
    }
  | { readonly kind: 'wait' | 'clock-set-back'; readonly ms: number }
  | { readonly kind: 'restart' };

const wait = fc.option(fc.integer({ min: 0, max: 120 }), { nil: null });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    kind: fc.constant('ask' as const),
    action: fc.constantFrom('send', 'verify', 'reset', 'resend'),
    otp: fc.constantFrom('000000', '111111', '222222'),
  }),
  fc.record({
    kind: fc.constant('answer' as const),
    which: fc.nat(40),
    ok: fc.boolean(),
    code: fc.constantFrom('refused', 'throttled', 'unavailable'),
    wait,
  }),
  fc.record({ kind: fc.constantFrom('wait', 'clock-set-back'), ms: fc.integer({ min: 0, max: 90_000 }) }),
  fc.record({ kind: fc.constant('restart' as const) }),
);

const ORDER = ['email', 'verify', 'reset', 'done'];

it('keeps the order of steps and codes for any order of requests, late and lost responses [otp.machine]', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
      let state: OtpResetState = INITIAL_OTP_RESET;
      let now = START;
      const requests: Extract<OtpResetEvent, { type: 'requested' }>['request'][] = [];
      /** The code that was verified since the newest code was sent, or null. */
      let verified: string | null = null;

      for (const one of happenings) {
        const before = state;
        const pending = before.pending;
        if (one.kind === 'ask') {
          const id = requests.length + 1;
          const { action } = one;
          const request =
            action === 'send'
              ? ({ id, action, email: 'ada@openbell.test' } as const)
              : action === 'verify'
                ? ({ id, action, otp: one.otp } as const)
                : ({ id, action } as const);
          requests.push(request);
          const refusal = before.step === 'done' ? 'out-of-step' : whyBlocked(before, action, now);
          state = reduce(before, { type: 'requested', request, now });
          // One request at a time, in its own step, and 'Send Again' only after its delay.
          if (refusal !== null) expect(state).toBe(before);
          else expect(state).toEqual({ ...before, pending: request, error: null });
          if (action === 'reset' && refusal === null) expect(verified).not.toBeNull();
        } else if (one.kind === 'answer') {
          const request = requests[one.which % Math.max(1, requests.length)];
          if (request === undefined) continue;
          const error = {
            action: request.action,
            code: one.code,
            message: '',
            fields: [],
            retryAfter: one.wait,
          };
          state = reduce(before, {
            type: 'responded',
            id: request.id,
            outcome: one.ok
              ? { ok: true, message: '', retryAfter: one.wait, resetToken: null }
              : { ok: false, error },
            now,
            resendAfter: 60,
          });
          if (pending?.id !== request.id) {
            expect(state).toBe(before);
            continue;
          }
          expect(state.pending).toBeNull();
          if (one.ok && request.action === 'verify') verified = request.otp;
          if (
            request.action === 'send' ||
            (request.action === 'resend' && (one.ok || one.code === 'unavailable'))
          ) {
            verified = null;
          }
          // One step forward, or back to Verify OTP by 'Send Again' only.
          const [from, to] = [ORDER.indexOf(before.step), ORDER.indexOf(state.step)];
          if (request.action === 'resend') expect(state.step).not.toBe('done');
          else expect(to - from).toBe(one.ok ? 1 : 0);
        } else if (one.kind === 'restart') {
          state = reduce(before, { type: 'restarted' });
          verified = null;
          expect(state).toEqual(INITIAL_OTP_RESET);
        } else if (one.kind === 'wait') {
          now += one.ms;
        } else {
          const seen = now;
          now -= one.ms;
          state = reduce(before, { type: 'clock-set-back', seen, now });
          if ('resendAt' in before && 'resendAt' in state) {
            // The remaining delay does not change.
            expect(state.resendAt - now).toBe(before.resendAt - seen);
          }
        }
        // Never 'Reset Password' without a code that was verified since the newest was sent.
        if (state.step === 'reset') expect(state.otp).toBe(verified);
        else expect(state).not.toHaveProperty('otp');
        if ('resendAt' in state) expect(state.resendAt).toBeGreaterThanOrEqual(state.sentAt);
        if (state.pending !== null) expect(state.error).toBeNull();
      }
    }),
    { numRuns: propertyCases(2_000) },
  );
});
