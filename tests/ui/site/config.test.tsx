import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadConfig, readConfig } from '../../../examples/web/src/config.ts';
import { anchorName } from '../../../examples/web/src/site/routing/anchors.ts';

const defaults = {
  session: 'bearer',
  apiUrl: '/api',
  socketUrl: '/api/ws',
  optionsFeedUrl: '/options',
  captcha: { provider: 'altcha' },
  social: { google: 'sandbox', facebook: 'sandbox' },
  cards: { provider: 'sandbox' },
  chartWidget: false,
  customerPortalUrl: '/profile',
  vapidPublicKey: null,
  sandbox: true,
  gateways: ['stripe', 'paypal'],
  off: new Set(),
};

describe('/config.json', () => {
  test('uses the reference server when empty [routes.config-optional]', () => {
    expect(readConfig({})).toEqual(defaults);
  });

  test('accepts any content [routes.config-optional]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (raw) => {
        expect(Object.keys(readConfig(raw)).sort()).toEqual(Object.keys(defaults).sort());
      }),
    );
  });

  test('stores the session in storage unless a cookie is configured [routes.config-optional]', () => {
    expect(readConfig({ session: 'cookie' }).session).toBe('cookie');
    expect(readConfig({ session: 'memory' }).session).toBe('bearer');
  });

  test('uses Stripe with a key and the sandbox otherwise, without `cards` [routes.config-cards]', () => {
    expect(readConfig({ stripePublishableKey: 'pk_a' }).cards).toEqual({
      provider: 'stripe',
      publishableKey: 'pk_a',
    });
    expect(readConfig({ stripePublishableKey: 'pk_a', cards: 'sandbox' }).cards).toEqual({
      provider: 'sandbox',
    });
    expect(readConfig({ cards: 'stripe' }).cards).toEqual({ provider: 'sandbox' });
  });

  test('ignores disabled features and unknown names', () => {
    const config = readConfig({ off: ['wallet', 'feed', 'google', 'chat', 7] });
    expect(config.gateways).toEqual(['stripe']);
    expect(config.optionsFeedUrl).toBeNull();
    expect(config.social).toEqual({ facebook: 'sandbox' });
    expect([...config.off]).toEqual(['wallet', 'feed', 'google']);
    expect(readConfig({ off: 'wallet' }).off.size).toBe(0);
  });

  test('requires only the provider for a captcha', () => {
    expect(readConfig({ captcha: { provider: 'altcha', more: 1 } }).captcha).toEqual({ provider: 'altcha' });
    expect(readConfig({ captcha: { provider: 'none' } }).captcha).toEqual({ provider: 'none' });
  });

  test.each([
    ['no response', () => Promise.reject(new TypeError('offline'))],
    ['a 404', () => Promise.resolve(new Response('gone', { status: 404 }))],
    ['a page of HTML', () => Promise.resolve(new Response('<!doctype html>'))],
    ['a truncated body', () => Promise.resolve(new Response('{"apiUrl":"/x'))],
  ])('uses the defaults after %s', async (_what, respond) => {
    expect(await loadConfig(respond)).toEqual(defaults);
  });
});

describe('the id in a hash', () => {
  test.each([
    ['#pricing', 'pricing'],
    ['#caf%C3%A9', 'café'],
    ['#<img src=x>', '<img src=x>'],
    ['#%E0%A4%A', null],
    ['#', null],
    ['', null],
  ])('of %j is %j', (hash, name) => {
    expect(anchorName(hash)).toBe(name);
  });
});
