import type { Config } from '../../examples/server/src/config.ts';
import { readConfig } from '../../examples/server/src/read-config.ts';

/** The environment of a production server with every real provider configured and no other setting. */
export const productionKeys = {
  NODE_ENV: 'production',
  PORT: '0',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  PAYPAL_CLIENT_ID: 'paypal-client',
  PAYPAL_SECRET: 'paypal-secret',
  PAYPAL_WEBHOOK_ID: 'WH-1',
  PAYPAL_API: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Openbell <bell@openbell.example>',
  VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`,
  VAPID_PRIVATE_KEY: 'b'.repeat(43),
  VAPID_SUBJECT: 'mailto:owner@openbell.example',
  POLYGON_API_KEY: 'polygon-key',
  POLYGON_URL: 'http://127.0.0.1:9',
  OPTIONS_FEED_URL: 'ws://127.0.0.1:9',
  OPTIONS_FEED_KEY: 'feed-key',
  GOOGLE_CLIENT_ID: 'client.apps.googleusercontent.com',
  GOOGLE_KEYS_URL: 'http://127.0.0.1:9/certs',
  FACEBOOK_APP_ID: '42',
  FACEBOOK_APP_SECRET: 'facebook-secret',
  FACEBOOK_GRAPH_URL: 'http://127.0.0.1:9/graph',
} as const;

/** The configuration of a production server. `env` adds settings; `undefined` removes one. */
export function productionConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return readConfig({ ...productionKeys, ...env });
}

/**
 * A production server for tests that use it like a member: payments, mails, push and market data are local stand-ins, and
 * captcha and rate limits are off.
 */
export function productionTestConfig(overrides: Partial<Config> & Pick<Config, 'dataFolder'>): Config {
  return {
    ...productionConfig({ SANDBOX: 'push,market,feed,news' }),
    captcha: 'off',
    rateLimits: false,
    stripe: 'sandbox',
    paypal: 'sandbox',
    smtp: 'sandbox',
    ...overrides,
  };
}
