import { atom } from 'nanostores';
import type { Log, RemoteScript, Scripts, Timers } from '../ports/index.ts';
import type { CaptchaChallenge, CaptchaState } from './captcha.types.ts';

const SCRIPT: RemoteScript = {
  url: 'https://www.google.com/recaptcha/api.js?render=explicit',
  global: 'grecaptcha',
};
/** Milliseconds until the widget must be ready after its script has loaded. */
const READY_WITHIN = 15_000;

/** The part of the reCAPTCHA API that is used here. */
interface Recaptcha {
  ready(onReady: () => void): void;
  render(
    host: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly theme: string;
      readonly size: string;
      readonly callback: (token: unknown) => void;
      readonly 'expired-callback': () => void;
      readonly 'error-callback': () => void;
    },
  ): number;
  reset(widget: number): void;
}

export interface RecaptchaPorts {
  readonly scripts: Scripts;
  readonly scheduler: Timers;
  readonly log: Log;
}

/**
 * Creates a challenge of reCAPTCHA version 2: Google's checkbox in an iframe. The script is loaded from Google when the
 * first widget is mounted.
 */
export function createRecaptchaChallenge(siteKey: string, ports: RecaptchaPorts): CaptchaChallenge {
  const { scripts, scheduler, log } = ports;
  const $state = atom<CaptchaState>({ status: 'unsolved' });
  let widget: { readonly recaptcha: Recaptcha; readonly id: number } | null = null;

  async function load(): Promise<Recaptcha> {
    const loaded: unknown = await scripts.load(SCRIPT);
    if (!isRecaptcha(loaded)) throw new Error('This is not reCAPTCHA.');
    await new Promise<void>((resolve, reject) => {
      const cancel = scheduler.after(READY_WITHIN, () => reject(new Error('reCAPTCHA is not ready.')));
      loaded.ready(() => {
        cancel();
        resolve();
      });
    });
    return loaded;
  }

  return {
    $state,
    // The member solves the widget by checking the box.
    solve: () => Promise.resolve(),
    mount(host, { theme, size }) {
      let gone = false;
      const when = (change: () => CaptchaState) => () => {
        if (!gone) $state.set(change());
      };
      $state.set({ status: 'unsolved' });
      load()
        .then((recaptcha) => {
          if (gone) return;
          // reCAPTCHA renders one widget per element, so each widget gets a new element.
          const container = host.ownerDocument.createElement('div');
          host.replaceChildren(container);
          const id = recaptcha.render(container, {
            sitekey: siteKey,
            theme,
            size,
            callback: (token) => {
              if (gone || typeof token !== 'string' || token === '') return;
              $state.set({ status: 'solved', solution: token });
            },
            'expired-callback': when(() => ({ status: 'expired' })),
            'error-callback': when(() => ({ status: 'unavailable' })),
          });
          widget = { recaptcha, id };
        })
        .catch((error: unknown) => {
          log('The captcha could not be loaded.', error);
          when(() => ({ status: 'unavailable' }))();
        });
      return () => {
        gone = true;
        widget = null;
        host.replaceChildren();
        $state.set({ status: 'unsolved' });
      };
    },
    solution() {
      const state = $state.get();
      return state.status === 'solved' ? state.solution : null;
    },
    reset() {
      widget?.recaptcha.reset(widget.id);
      // `unavailable` lasts until the next mount.
      if ($state.get().status !== 'unavailable') $state.set({ status: 'unsolved' });
    },
  };
}

/** Until its second script has loaded, the global has only `ready`. */
function isRecaptcha(value: unknown): value is Recaptcha {
  return typeof value === 'object' && value !== null && 'ready' in value && typeof value.ready === 'function';
}
