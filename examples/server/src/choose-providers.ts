import {
  type ProviderName,
  type ProviderRow,
  type ProviderRules,
  providerNames,
  providers,
  services,
} from './config.ts';
import { type Values, variablesOf } from './setting.ts';

const rules: Readonly<Record<ProviderName, ProviderRules>> = providers;

/** The variables that configure a service. */
function keysOf(name: ProviderName): string {
  const { services: choices, namesAll } = rules[name];
  return choices
    .map((choice) => variablesOf(services[choice]))
    .map((variables) => (namesAll ? variables.join(' and ') : variables[0]))
    .join(' or ');
}

/** Returns the configured services, with the variable that configures each. */
export function configuredBy(access: Values<typeof services>): ProviderRequest['configured'] {
  return Object.fromEntries(
    providerNames.flatMap((name) => {
      const configured = rules[name].services.find((service) => access[service] !== null);
      return configured === undefined ? [] : [[name, variablesOf(services[configured])[0]]];
    }),
  );
}

/** The settings of the external services in the environment. */
export interface ProviderRequest {
  readonly production: boolean;
  /** The services whose keys are set, with the name of the key. */
  readonly configured: Readonly<Partial<Record<ProviderName, string>>>;
  /** `SANDBOX`, a list of names separated by commas. */
  readonly sandbox: string;
  /** `PROVIDERS_OFF`, a list of names separated by commas. */
  readonly off: string;
}

/** The modes of the services, or all problems. */
export type ProviderChoice =
  | { readonly ok: true; readonly rows: readonly ProviderRow[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Chooses real, sandbox or off for each external service. `SANDBOX` and `PROVIDERS_OFF` win over keys. Without any of the
 * three, a service is its sandbox outside production; a production server does not start.
 */
export function chooseProviders(request: ProviderRequest): ProviderChoice {
  const sandbox = readNames('SANDBOX', request.sandbox);
  const off = readNames('PROVIDERS_OFF', request.off);
  const problems = [...sandbox.problems, ...off.problems];
  const rows: ProviderRow[] = [];
  const missing: string[] = [];
  for (const name of providerNames) {
    const row = choose(name, request, { sandbox: sandbox.names, off: off.names });
    if (typeof row === 'object') rows.push(row);
    else if (row === 'missing') missing.push(`${name} (${keysOf(name)})`);
    else problems.push(problemTexts[row](name));
  }
  if (missing.length > 0) {
    problems.push(
      `In production, each external service must be configured or off. Not configured: ${missing.join(', ')}. ` +
        'Set the keys, or add the service to PROVIDERS_OFF. SANDBOX=news,market,feed,push allows these sandboxes.',
    );
  }
  return problems.length === 0 ? { ok: true, rows } : { ok: false, problems };
}

type Problem = 'both' | 'needed' | 'dev-only';

const problemTexts: Readonly<Record<Problem, (name: ProviderName) => string>> = {
  both: (name) => `${name} is named in SANDBOX and in PROVIDERS_OFF.`,
  needed: (name) => `${name} cannot be off, because the site does not work without it.`,
  'dev-only': (name) =>
    `SANDBOX=${name} does not work in production: its pages are below /dev, which production does not serve.`,
};

function choose(
  name: ProviderName,
  { production, configured }: ProviderRequest,
  { sandbox, off }: { readonly sandbox: ReadonlySet<string>; readonly off: ReadonlySet<string> },
): ProviderRow | Problem | 'missing' {
  const { optional, offByDefault, sandboxInProduction } = rules[name];
  const key = configured[name];
  if (sandbox.has(name) && off.has(name)) return 'both';
  if (off.has(name)) return optional ? { name, mode: 'off', reason: 'named in PROVIDERS_OFF' } : 'needed';
  if (sandbox.has(name)) {
    if (production && !sandboxInProduction) return 'dev-only';
    return { name, mode: 'sandbox', reason: 'named in SANDBOX' };
  }
  if (key !== undefined) return { name, mode: 'real', reason: `${key} is set` };
  if (!production) return { name, mode: 'sandbox', reason: `${keysOf(name)} not set` };
  if (name === 'captcha') return { name, mode: 'real', reason: 'self-hosted proof of work' };
  return offByDefault ? { name, mode: 'off', reason: `${keysOf(name)} not set` } : 'missing';
}

function readNames(variable: string, text: string): { names: ReadonlySet<string>; problems: string[] } {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known: readonly string[] = providerNames;
  return {
    names: new Set(names),
    problems: names
      .filter((name) => !known.includes(name))
      .map((name) => `${variable} takes names out of ${providerNames.join(', ')}, not: ${name}`),
  };
}

/** The table that the server prints when it starts: one line for each outside service. */
export function providerTable(rows: readonly ProviderRow[]): string {
  const line = (name: string, mode: string, reason: string) =>
    `  ${name.padEnd(9)} ${mode.padEnd(8)} ${reason}`;
  return [line('provider', 'mode', 'why'), ...rows.map((row) => line(row.name, row.mode, row.reason))].join(
    '\n',
  );
}
