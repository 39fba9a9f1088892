import { createCaptcha } from '@openbell/core/captcha';
import { createFakeApi, createFakeTime, recordStates, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { createFakeScripts } from '../social-sign-in/support.ts';

interface Widget {
  readonly sitekey: string;
  readonly theme: string;
  readonly size: string;
  readonly callback: (token: unknown) => void;
  readonly 'expired-callback': () => void;
  readonly 'error-callback': () => void;
}

/** A page with one place for the widget, and the widget's script. */
function open() {
  const time = createFakeTime();
  const scripts = createFakeScripts();
  const logged: unknown[][] = [];
  const widgets: Widget[] = [];
  const resets: number[] = [];
  let ready: (() => void) | null = null;
  const grecaptcha = {
    ready: (listener: () => void) => {
      ready = listener;
    },
    render: (_place: unknown, widget: Widget) => widgets.push(widget) - 1,
    reset: (id: number) => void resets.push(id),
  };
  const places: unknown[] = [];
  const host = {
    ownerDocument: { createElement: () => ({}) },
    replaceChildren: (...children: unknown[]) => {
      places.length = 0;
      places.push(...children);
    },
  } as unknown as HTMLElement;
  const api = createFakeApi(settle);
  const captcha = createCaptcha(
    { provider: 'recaptcha', siteKey: 'site-key' },
    { api, scripts, scheduler: time.scheduler, log: (...line) => void logged.push(line) },
  );
  const challenge = captcha.createChallenge();
  /** Mounts a widget, with this script if it loads. */
  const mount = async (script?: object) => {
    if (script !== undefined) scripts.give(script);
    const unmount = challenge.mount?.(host, { theme: 'dark', size: 'normal' }) ?? (() => {});
    await settle();
    ready?.();
    await settle();
    return unmount;
  };
  return { time, scripts, logged, widgets, resets, places, host, grecaptcha, api, captcha, challenge, mount };
}

describe('reCAPTCHA', () => {
  it('is required, and loads its script with the first widget [captcha.recaptcha]', async () => {
    const { captcha, scripts, grecaptcha, widgets, challenge, mount, api } = open();
    expect(captcha.required).toBe(true);
    scripts.give(grecaptcha);
    expect(scripts.requested).toHaveLength(0);
    await mount();
    expect(scripts.requested.map(({ url }) => url)).toEqual([
      'https://www.google.com/recaptcha/api.js?render=explicit',
    ]);
    expect(widgets[0]).toMatchObject({ sitekey: 'site-key', theme: 'dark', size: 'normal' });
    expect(challenge.solution()).toBeNull();
    widgets[0]?.callback('token-1');
    expect(challenge.solution()).toBe('token-1');
    expect(api.requests).toHaveLength(0);
  });

  it('drops a solution when it has expired [captcha.expired]', async () => {
    const { grecaptcha, widgets, challenge, mount } = open();
    await mount(grecaptcha);
    const { states } = recordStates(challenge.$state);
    widgets[0]?.callback('token-1');
    widgets[0]?.['expired-callback']();
    expect(challenge.solution()).toBeNull();
    widgets[0]?.callback('token-2');
    expect(challenge.solution()).toBe('token-2');
    expect(states.map(({ status }) => status)).toEqual(['unsolved', 'solved', 'expired', 'solved']);
  });

  it('resets the widget and its solution [captcha.reset]', async () => {
    const { grecaptcha, widgets, resets, challenge, mount } = open();
    await mount(grecaptcha);
    widgets[0]?.callback('token-1');
    challenge.reset();
    expect(challenge.solution()).toBeNull();
    expect(resets).toEqual([0]);
  });

  it('is unavailable when its script fails or times out, and retries on mount', async () => {
    const { scripts, grecaptcha, host, widgets, challenge, mount, logged, time } = open();
    const unmount = await mount();
    expect(challenge.$state.get()).toEqual({ status: 'unavailable' });
    expect(logged).toHaveLength(1);
    unmount();
    scripts.give(grecaptcha);
    const late = challenge.mount?.(host, { theme: 'light', size: 'normal' });
    await settle();
    expect(challenge.$state.get()).toEqual({ status: 'unsolved' });
    await time.advance(15_000);
    expect(challenge.$state.get()).toEqual({ status: 'unavailable' });
    late?.();
    await mount();
    widgets[0]?.callback('token-1');
    expect(challenge.solution()).toBe('token-1');
    expect(time.pending()).toBe(0);
  });

  it('is unavailable when the widget cannot be rendered, and retries on mount', async () => {
    const { grecaptcha, widgets, challenge, mount, logged } = open();
    const error = new Error('Invalid site key');
    const render = (): number => {
      throw error;
    };
    const unmount = await mount({ ...grecaptcha, render });
    expect(challenge.$state.get()).toEqual({ status: 'unavailable' });
    expect(logged).toEqual([['The captcha could not be loaded.', error]]);
    unmount();
    await mount(grecaptcha);
    widgets[0]?.callback('token-1');
    expect(challenge.solution()).toBe('token-1');
  });

  it('is unavailable when the widget reports an error', async () => {
    const { grecaptcha, widgets, challenge, mount } = open();
    await mount(grecaptcha);
    widgets[0]?.['error-callback']();
    expect(challenge.$state.get()).toEqual({ status: 'unavailable' });
  });

  it('ignores events after the widget is removed', async () => {
    const { grecaptcha, widgets, places, challenge, mount } = open();
    const unmount = await mount(grecaptcha);
    expect(places).toHaveLength(1);
    unmount();
    expect(places).toHaveLength(0);
    widgets[0]?.callback('late');
    widgets[0]?.['error-callback']();
    expect(challenge.$state.get()).toEqual({ status: 'unsolved' });
  });
});
