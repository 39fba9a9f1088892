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
  test('chooses the mode of each service in every pair of settings', () => {
    for (const first of providerNames) {
      for (const second of providerNames) {
        for (const one of settings) {
          for (const two of first === second ? [one] : settings) {
            const choice = choose(production, { [first]: one, [second]: two });
            const modes = [expected(production, first, one), expected(production, second, two)];
            const label = `${first} ${one}, ${second} ${two}`;
            expect(choice.ok, label).toBe(!modes.includes(null));
            if (!choice.ok) continue;
            const modeOf = new Map(choice.rows.map((row) => [row.name, row.mode]));
            expect([modeOf.get(first), modeOf.get(second)], label).toEqual(modes);
          }
        }
      }
    }
  });
});

describe.each([true, false])('every combination, production: %s', (production) => {
  // 3^10: services without keys are in the pairs above, as each is one of these modes or missing.
  const decided = settings.filter((setting) => setting !== 'nothing');
  const combinations = decided.length ** providerNames.length;

  test('starts with the chosen modes, or names each setting that prevents it', () => {
    let started = 0;
    for (let index = 0; index < combinations; index += 1) {
      const chosen = Object.fromEntries(
        providerNames.map((name, position) => [
          name,
          decided[Math.floor(index / decided.length ** position) % decided.length] ?? 'keys',
        ]),
      ) as Record<ProviderName, Setting>;
      const choice = choose(production, chosen);
      const modes = providerNames.map((name) => expected(production, name, chosen[name]));
      const actual = choice.ok
        ? choice.rows.map(({ mode }) => mode)
        : choice.problems.map((problem) => providerNames.filter((name) => wordsOf(problem).has(name)));
      const due = modes.includes(null)
        ? providerNames.filter((_, position) => modes[position] === null).map((name) => [name])
        : modes;
      // `expect` for each case would take minutes.
      if (JSON.stringify(actual) !== JSON.stringify(due)) expect(actual, JSON.stringify(chosen)).toEqual(due);
      if (choice.ok) started += 1;
    }
    expect(started).toBe(production ? 2 ** 4 * 3 ** 4 * 2 : 3 ** 8 * 2 ** 2);
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
