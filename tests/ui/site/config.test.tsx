import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadConfig, readConfig } from '../../../examples/web/src/config.ts';
import { anchorName } from '../../../examples/web/src/site/anchors.ts';

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

describe('every key of /config.json is optional, with defaults for the reference server', () => {
  test('an empty config is the reference server [routes.config-optional]', () => {
    expect(readConfig({})).toEqual(defaults);
  });

  test('whatever is read gives a config [routes.config-optional]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (raw) => {
        expect(Object.keys(readConfig(raw)).sort()).toEqual(Object.keys(defaults).sort());
      }),
    );
  });

  test('the session is in storage unless the site says that it is in a cookie [routes.config-optional]', () => {
    expect(readConfig({ session: 'cookie' }).session).toBe('cookie');
    expect(readConfig({ session: 'memory' }).session).toBe('bearer');
  });

  test('without `cards`, Stripe when there is a key, else the sandbox [routes.config-cards]', () => {
    expect(readConfig({ stripePublishableKey: 'pk_a' }).cards).toEqual({
      provider: 'stripe',
      publishableKey: 'pk_a',
    });
    expect(readConfig({ stripePublishableKey: 'pk_a', cards: 'sandbox' }).cards).toEqual({
      provider: 'sandbox',
    });
    expect(readConfig({ cards: 'stripe' }).cards).toEqual({ provider: 'sandbox' });
  });

  test('leaves out the features of services that are off, and unknown names', () => {
    const config = readConfig({ off: ['wallet', 'feed', 'google', 'chat', 7] });
    expect(config.gateways).toEqual(['stripe']);
    expect(config.optionsFeedUrl).toBeNull();
    expect(config.social).toEqual({ facebook: 'sandbox' });
    expect([...config.off]).toEqual(['wallet', 'feed', 'google']);
    expect(readConfig({ off: 'wallet' }).off.size).toBe(0);
  });

  test('the captcha needs no more than its provider', () => {
    expect(readConfig({ captcha: { provider: 'altcha', more: 1 } }).captcha).toEqual({ provider: 'altcha' });
    expect(readConfig({ captcha: { provider: 'none' } }).captcha).toEqual({ provider: 'none' });
  });

  test.each([
    ['no answer', () => Promise.reject(new TypeError('offline'))],
    ['not found', () => Promise.resolve(new Response('gone', { status: 404 }))],
    ['a page of HTML', () => Promise.resolve(new Response('<!doctype html>'))],
    ['a truncated body', () => Promise.resolve(new Response('{"apiUrl":"/x'))],
  ])('%s: the site runs on the defaults', async (_what, answer) => {
    expect(await loadConfig(answer)).toEqual(defaults);
  });
});

describe('a hash is looked up by id, never as a selector', () => {
  test.each([
    ['#pricing', 'pricing'],
    ['#caf%C3%A9', 'café'],
    ['#<img src=x>', '<img src=x>'],
    ['#%E0%A4%A', null],
    ['#', null],
    ['', null],
  ])('%j names %j', (hash, name) => {
    expect(anchorName(hash)).toBe(name);
  });
});
