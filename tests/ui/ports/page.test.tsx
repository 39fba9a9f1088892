// Events of the browser's page; jsdom dispatches the same ones.
import { browserPage, type PageEvent } from '@openbell/core/ports';
import { expect, it } from 'vitest';

it('reports a return from the back/forward cache as visible, but not the first show [socket.back-forward]', () => {
  const received: PageEvent[] = [];
  const stop = browserPage.onChange((event) => received.push(event));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(received).toEqual([]);
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(received).toEqual(['leaving', 'visible', 'offline', 'online']);
  stop();
  window.dispatchEvent(new Event('online'));
  expect(received).toHaveLength(4);
});
