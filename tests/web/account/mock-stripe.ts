// A mock of js.stripe.com: the used part of Stripe.js, with a form in an iframe of that host and an authentication step
// in another one over the page.
import type { Page, Route } from '@playwright/test';

const script = (version: string): string => `
(() => {
  const listen = (frame, type) => new Promise((resolve) => {
    addEventListener('message', function hear(event) {
      if (event.origin !== 'https://js.stripe.com' || event.source !== frame.contentWindow) return;
      if (event.data.type !== type) return;
      removeEventListener('message', hear);
      resolve(event.data);
    });
  });
  const frameOf = (page, title) => {
    const frame = document.createElement('iframe');
    frame.src = 'https://js.stripe.com/' + page;
    frame.title = title;
    return frame;
  };
  window.Stripe = (key) => ({
    elements(options) {
      const listeners = {};
      let frame = null;
      const elements = {
        secret: options.clientSecret,
        async number() {
          const answer = listen(frame, 'number');
          frame.contentWindow.postMessage({ type: 'ask' }, 'https://js.stripe.com');
          return (await answer).number;
        },
        create(type, elementOptions) {
          document.documentElement.dataset.stripe = JSON.stringify({ key, type, ...options, elementOptions });
          const element = {
            on(event, listener) { listeners[event] = listener; return element; },
            mount(host) {
              frame = frameOf('payment.html', 'Secure payment input frame');
              frame.style.cssText = 'width: 100%; height: 90px; border: 0';
              frame.addEventListener('load', () => listeners.ready({ elementType: type }));
              host.append(frame);
            },
            destroy() { frame?.remove(); frame = null; },
          };
          return element;
        },
      };
      return elements;
    },
    async confirmSetup({ elements, redirect }) {
      const number = (await elements.number()).replaceAll(' ', '');
      sessionStorage.setItem('played:redirect', redirect);
      if (number === '') return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } };
      if (number === '4000000000000002') return { error: { type: 'card_error', message: 'Your card was declined.' } };
      if (number === '4000002500003155') {
        const frame = frameOf('three-d-secure.html', '3D Secure');
        frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; z-index: 2147483647; background: white';
        document.body.append(frame);
        const { outcome } = await listen(frame, 'authenticated');
        frame.remove();
        if (outcome === 'failed') {
          return { error: { type: 'invalid_request_error', message: 'We are unable to authenticate your payment method.' } };
        }
      }
      return { setupIntent: { id: 'seti_1', status: 'succeeded', payment_method: 'pm_' + number.slice(-4) } };
    },
    _registerWrapper() {},
  });
  window.Stripe.version = '${version}';
})();
`;

const FORM = `<!doctype html><html lang="en"><title>Card</title><body>
<label>Card number <input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<script>
addEventListener('message', (event) => {
  if (event.data.type !== 'ask') return;
  event.source.postMessage({ type: 'number', number: document.getElementById('number').value }, event.origin);
});
</script></body></html>`;

const AUTHENTICATION = `<!doctype html><html lang="en"><title>3D Secure</title><body>
<input aria-label="Passcode"><button id="complete">Complete</button><button id="fail">Fail</button>
<script>
for (const [id, outcome] of [['complete', 'done'], ['fail', 'failed']]) {
  document.getElementById(id).onclick = () => parent.postMessage({ type: 'authenticated', outcome }, '*');
}
</script></body></html>`;

export interface MockStripe {
  /** The requested URLs in order. */
  readonly requested: string[];
  /** How the script is served from now on; a held request waits for the next change. */
  script(how: 'served' | 'held' | 'failed'): void;
}

/** Mocks js.stripe.com on this page. */
export async function mockStripe(page: Page): Promise<MockStripe> {
  const requested: string[] = [];
  let how: 'served' | 'held' | 'failed' = 'served';
  let waiting: (() => void)[] = [];

  async function serveScript(route: Route): Promise<void> {
    if (how === 'held') await new Promise<void>((resolve) => waiting.push(resolve));
    if (how === 'failed') return route.abort();
    return route.fulfill({
      contentType: 'text/javascript',
      body: script(new URL(route.request().url()).pathname.split('/')[1] ?? ''),
    });
  }

  await page.route('https://js.stripe.com/**', (route) => {
    const { pathname } = new URL(route.request().url());
    requested.push(pathname);
    if (pathname.endsWith('.js')) return serveScript(route);
    return route.fulfill({
      contentType: 'text/html',
      body: pathname === '/payment.html' ? FORM : AUTHENTICATION,
    });
  });
  return {
    requested,
    script(next) {
      how = next;
      for (const release of waiting) release();
      waiting = [];
    },
  };
}
