import { createCaptcha } from '@openbell/core/captcha';
import { describe, expect, it } from 'vitest';

describe('captcha (product.md 5)', () => {
  it('is required unless there is none', () => {
    expect(createCaptcha({ provider: 'altcha', challengeUrl: '/api/captcha/challenge' }).required).toBe(true);
    expect(createCaptcha({ provider: 'none' }).required).toBe(false);
  });

  it('a solution serves until it expires, or the form begins anew', () => {
    const challenge = createCaptcha({ provider: 'none' }).createChallenge();
    expect(challenge.solution()).toBeNull();
    challenge.solved('abc', 0);
    expect(challenge.solution()).toBe('abc');
    challenge.expired(0);
    expect(challenge.solution()).toBeNull();
    challenge.solved('def', 0);
    challenge.reset();
    expect(challenge.solution()).toBeNull();
    expect(challenge.$state.get()).toEqual({ status: 'unsolved', attempt: 1 });
  });

  it('a report of a widget that has been replaced is dropped', () => {
    const challenge = createCaptcha({ provider: 'none' }).createChallenge();
    challenge.reset();
    challenge.solved('late', 0);
    challenge.unavailable(0);
    expect(challenge.$state.get()).toEqual({ status: 'unsolved', attempt: 1 });
    challenge.unavailable(1);
    expect(challenge.$state.get().status).toBe('unavailable');
    expect(challenge.solution()).toBeNull();
  });

  it('each form has a challenge of its own', () => {
    const captcha = createCaptcha({ provider: 'none' });
    const first = captcha.createChallenge();
    first.solved('abc', 0);
    expect(captcha.createChallenge().solution()).toBeNull();
  });
});
