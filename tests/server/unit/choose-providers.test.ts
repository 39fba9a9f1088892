import { describe, expect, test } from 'vitest';
import { chooseProviders, providerTable } from '../../../examples/server/src/choose-providers.ts';
import { type ProviderName, providerNames } from '../../../examples/server/src/config.ts';

type Setting = 'keys' | 'nothing' | 'SANDBOX' | 'PROVIDERS_OFF';
const settings: readonly Setting[] = ['keys', 'nothing', 'SANDBOX', 'PROVIDERS_OFF'];

const devOnly: ReadonlySet<ProviderName> = new Set(['cards', 'wallet', 'mail', 'google', 'facebook']);
const required: ReadonlySet<ProviderName> = new Set(['mail', 'captcha']);

function choose(production: boolean, chosen: Readonly<Partial<Record<ProviderName, Setting>>>) {
  const named = (setting: Setting) =>
    providerNames.filter((name) => (chosen[name] ?? 'keys') === setting).join(',');
  return chooseProviders({
    production,
    configured: Object.fromEntries(
      providerNames.filter((name) => (chosen[name] ?? 'keys') === 'keys').map((name) => [name, 'KEY']),
    ),
    sandbox: named('SANDBOX'),
    off: named('PROVIDERS_OFF'),
  });
}

/** The expected mode of a service, or null when the server must not start. */
function expected(production: boolean, name: ProviderName, setting: Setting) {
  if (setting === 'keys') return 'real';
  if (setting === 'PROVIDERS_OFF') return required.has(name) ? null : 'off';
  if (setting === 'SANDBOX') return production && devOnly.has(name) ? null : 'sandbox';
  if (!production) return 'sandbox';
  if (name === 'captcha') return 'real';
  return name === 'google' || name === 'facebook' ? 'off' : null;
}

describe.each([true, false])('production: %s', (production) => {
  test('chooses the modes of every pair of settings, or names each setting that prevents the start', () => {
    for (const first of providerNames) {
      for (const second of providerNames) {
        for (const one of settings) {
          for (const two of first === second ? [one] : settings) {
            const chosen = { [first]: one, [second]: two };
            const choice = choose(production, chosen);
            const modes = providerNames.map((name) => expected(production, name, chosen[name] ?? 'keys'));
            const actual = choice.ok
              ? choice.rows.map(({ mode }) => mode)
              : providerNames.filter((name) => choice.problems.some((problem) => wordsOf(problem).has(name)));
            const due = modes.includes(null)
              ? providerNames.filter((_, position) => modes[position] === null)
              : modes;
            expect(actual, `${first} ${one}, ${second} ${two}`).toEqual(due);
          }
        }
      }
    }
  });
});

const wordsOf = (text: string) => new Set(text.split(/[ =]/));

test('names every service without a decision when production has no keys', () => {
  const choice = chooseProviders({ production: true, configured: {}, sandbox: '', off: '' });
  const text = choice.ok ? '' : choice.problems.join('\n');
  for (const name of ['cards', 'wallet', 'mail', 'push', 'market', 'feed', 'news']) {
    expect(text).toContain(`${name} (`);
  }
  expect(text).toContain('STRIPE_SECRET_KEY');
  expect(text).not.toContain('google (');
});

test('reports unknown and contradictory names', () => {
  const choice = chooseProviders({
    production: false,
    configured: {},
    sandbox: 'news, all',
    off: 'news',
  });
  expect(choice).toMatchObject({ ok: false });
  const text = choice.ok ? '' : choice.problems.join('\n');
  expect(text).toContain('not: all');
  expect(text).toContain('news is named in SANDBOX and in PROVIDERS_OFF');
});

test('prints one line for each service with its mode and the reason', () => {
  const choice = choose(true, { news: 'PROVIDERS_OFF', push: 'SANDBOX', captcha: 'nothing' });
  const lines = choice.ok ? providerTable(choice.rows).split('\n') : [];
  expect(lines).toHaveLength(providerNames.length + 1);
  expect(lines.find((line) => line.includes('news'))).toMatch(/news +off +named in PROVIDERS_OFF/);
  expect(lines.find((line) => line.includes('push'))).toMatch(/push +sandbox +named in SANDBOX/);
  expect(lines.find((line) => line.includes('captcha'))).toMatch(/captcha +real +self-hosted/);
});
