import type { Config } from '../../examples/server/src/config.ts';
import { readConfig } from '../../examples/server/src/read-config.ts';

/** The configuration of a test server: a free port, no captcha, no rate limits. `overrides` take precedence. */
export function testConfig(overrides: Partial<Config> & Pick<Config, 'dataFolder'>): Config {
  return { ...readConfig({ PORT: '0', CAPTCHA: 'off', RATE_LIMITS: 'off' }), ...overrides };
}
