import { type CaptchaSolver, createCaptcha } from '@openbell/core/captcha';
import { createFakeApi, recordStates, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';

const open = () => {
  const api = createFakeApi(settle);
  const captcha = createCaptcha({ provider: 'altcha' }, { api });
  return { api, captcha, challenge: captcha.createChallenge() };
};
const solver: CaptchaSolver = async (challenge) => `solved ${JSON.stringify(challenge)}`;
const PATH = '/captcha/challenge';

describe('captcha', () => {
  it('is required unless the provider is none', () => {
    expect(open().captcha.required).toBe(true);
    expect(createCaptcha({ provider: 'none' }, open()).required).toBe(false);
  });

  it('loads one challenge and passes it unchanged to the solver', async () => {
    const { api, challenge } = open();
    const { states } = recordStates(challenge.$state);
    expect(api.requests).toHaveLength(0);
    const done = Promise.all([challenge.solve(solver), challenge.solve(solver)]);
    expect(api.requests).toHaveLength(1);
    await api.latest(PATH).succeed({ parameters: { cost: 1 } });
    await done;
    expect(challenge.solution()).toBe('solved {"parameters":{"cost":1}}');
    await challenge.solve(solver);
    expect(api.requests).toHaveLength(1);
    expect(states.map(({ status }) => status)).toEqual(['unsolved', 'solving', 'solved']);
  });

  it('a second call waits for the solution of the first', async () => {
    const { api, challenge } = open();
    void challenge.solve(solver);
    const second = challenge.solve(solver).then(() => challenge.solution());
    await api.latest(PATH).succeed({ cost: 1 });
    expect(await second).toBe('solved {"cost":1}');
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no wasm'))],
    [
      'throws',
      () => {
        throw new Error('no wasm');
      },
    ],
  ] as const)('logs a solver that %s, and can be retried', async (_how, broken) => {
    const api = createFakeApi(settle);
    const reported: unknown[] = [];
    const log = (message: string, detail?: unknown) => reported.push(`${message} ${detail}`);
    const challenge = createCaptcha({ provider: 'altcha' }, { api, log }).createChallenge();
    const done = challenge.solve(broken);
    await api.latest(PATH).succeed({});
    await done;
    expect(reported).toEqual(['The captcha was not solved. Error: no wasm']);
    expect(challenge.$state.get()).toEqual({ status: 'unavailable' });
    expect(challenge.solution()).toBeNull();
    void challenge.solve(solver);
    expect(challenge.$state.get()).toEqual({ status: 'solving' });
  });

  it.each(['lose', 500])('has no solution after a failure (%s), and can be retried', async (how) => {
    const { api, challenge } = open();
    const done = challenge.solve(solver);
    await (how === 'lose' ? api.latest(PATH).lose() : api.latest(PATH).refuse(500));
    await done;
    expect(challenge.$state.get()).toEqual({ status: 'unavailable' });
    expect(challenge.solution()).toBeNull();
    void challenge.solve(solver);
    expect(challenge.$state.get()).toEqual({ status: 'solving' });
  });

  it('reset drops the solution and discards a pending one', async () => {
    const { api, challenge } = open();
    const first = challenge.solve(solver);
    await api.latest(PATH).succeed({});
    await first;
    challenge.reset();
    expect(challenge.solution()).toBeNull();
    let signal: AbortSignal | null = null;
    const late = challenge.solve(async (_, abortSignal) => {
      signal = abortSignal;
      await settle();
      return 'late';
    });
    const request = api.latest(PATH);
    void request.succeed({});
    await Promise.resolve();
    challenge.reset();
    await late;
    expect(challenge.$state.get()).toEqual({ status: 'unsolved' });
    expect(request.input.signal?.aborted || (signal as AbortSignal | null)?.aborted).toBe(true);
  });

  it('each form has its own challenge', async () => {
    const { api, captcha, challenge } = open();
    const done = challenge.solve(solver);
    await api.latest(PATH).succeed({});
    await done;
    expect(captcha.createChallenge().solution()).toBeNull();
  });
});
