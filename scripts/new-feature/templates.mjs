// What a new feature starts as: a list that is loaded once, shared by callers, aborted by destroy. Each file is a whole
// one of its kind (types, rules, wiring, door, test), to be changed into what the feature is.

const camelOf = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const pascalOf = (name) => camelOf(`-${name}`);

/** The files of a feature, by path below the project's root. `name` is in kebab case. */
export function featureFiles(name) {
  const camel = camelOf(name);
  const pascal = pascalOf(name);
  const folder = `packages/core/src/${name}`;
  return {
    [`${folder}/${name}.types.ts`]: `import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { OnError } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/** Why it did not load: no answer, the server's refusal, or an answer of another shape. */
export interface ${pascal}Error {
  readonly code: '${name}-unreachable' | '${name}-refused' | '${name}-unreadable';
}

/** A failed state keeps the last good items, so that a page that shows them need not go blank. */
export type ${pascal}State =
  | { readonly status: 'idle' | 'loading' | 'ready'; readonly items: readonly string[] }
  | { readonly status: 'failed'; readonly items: readonly string[]; readonly error: ${pascal}Error };

export interface ${pascal} {
  readonly $state: ReadableAtom<${pascal}State>;
  /** Fetches the list; an earlier request that is under way is taken back. Resolves after \`$state\` holds the outcome. */
  readonly load: () => Promise<Result<readonly string[], ${pascal}Error>>;
  /** Takes the running request back and empties the state. The instance can be used again. */
  readonly destroy: () => void;
}

export interface ${pascal}Options {
  readonly api: Pick<ApiClient, 'request'>;
  readonly onError?: OnError | undefined;
}
`,
    [`${folder}/${name}.rules.ts`]: `import type { AnswerFailure } from '../api-client/index.ts';
import type { ${pascal}Error } from './${name}.types.ts';

/** What a failed answer means here. */
export function ${camel}ErrorOf(answer: AnswerFailure): ${pascal}Error {
  if (answer.kind === 'http') return { code: '${name}-refused' };
  if (answer.kind === 'network' || answer.kind === 'aborted') return { code: '${name}-unreachable' };
  return { code: '${name}-unreadable' };
}
`,
    [`${folder}/create-${name}.ts`]: `import { atom } from 'nanostores';
import { type Endpoint, lenientList, textSchema } from '../contract/index.ts';
import { fail, succeed } from '../shared/result.ts';
import { ${camel}ErrorOf } from './${name}.rules.ts';
import type { ${pascal}, ${pascal}Options, ${pascal}State } from './${name}.types.ts';

const ${camel}Endpoint: Endpoint<readonly string[]> = {
  method: 'GET',
  path: '/app/${name}',
  bodyFormat: 'none',
  answer: lenientList(textSchema),
  hasDataKey: false,
};

/** Makes the feature; nothing is sent before \`load\`. */
export function create${pascal}({ api, onError }: ${pascal}Options): ${pascal} {
  const $state = atom<${pascal}State>({ status: 'idle', items: [] });
  let running: AbortController | null = null;

  return {
    $state,
    async load() {
      running?.abort();
      const controller = new AbortController();
      running = controller;
      $state.set({ status: 'loading', items: $state.get().items });
      const answer = await api.request(${camel}Endpoint, { signal: controller.signal });
      const mine = running === controller;
      if (mine) running = null;
      if (answer.ok) {
        if (mine) $state.set({ status: 'ready', items: answer.data });
        return succeed(answer.data);
      }
      const error = ${camel}ErrorOf(answer);
      if (mine) {
        onError?.({ where: '${name}', error: answer });
        $state.set({ status: 'failed', items: $state.get().items, error });
      }
      return fail(error);
    },
    destroy() {
      running?.abort();
      running = null;
      $state.set({ status: 'idle', items: [] });
    },
  };
}
`,
    [`${folder}/index.ts`]: `export { create${pascal} } from './create-${name}.ts';
export type { ${pascal}, ${pascal}Error, ${pascal}Options, ${pascal}State } from './${name}.types.ts';
`,
    [`tests/core/${name}/${name}.test.ts`]: `import { create${pascal} } from '@openbell/core/${name}';
import { createFakeApi, recordStates, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';

const CALL = '/app/${name}';
const open = () => {
  const api = createFakeApi(settle);
  return { api, ${camel}: create${pascal}({ api }) };
};

describe('${name}', () => {
  it('sends nothing before it is asked, and holds the list when the action resolves', async () => {
    const { api, ${camel} } = open();
    const { states } = recordStates(${camel}.$state);
    expect(api.requests).toHaveLength(0);
    const loaded = ${camel}.load();
    await api.latest(CALL).succeed(['one']);
    expect(await loaded).toEqual({ ok: true, value: ['one'] });
    expect(states.map(({ status }) => status)).toEqual(['idle', 'loading', 'ready']);
  });

  it.each([
    [503, '${name}-refused'],
    ['lose', '${name}-unreachable'],
  ] as const)('after %s it says %s, and keeps what it had', async (how, code) => {
    const { api, ${camel} } = open();
    const first = ${camel}.load();
    await api.latest(CALL).succeed(['one']);
    await first;
    const second = ${camel}.load();
    await (how === 'lose' ? api.latest(CALL).lose() : api.latest(CALL).refuse(how));
    expect(await second).toEqual({ ok: false, error: { code } });
    expect(${camel}.$state.get()).toEqual({ status: 'failed', items: ['one'], error: { code } });
  });

  it('an answer after destroy changes nothing', async () => {
    const { api, ${camel} } = open();
    void ${camel}.load();
    ${camel}.destroy();
    await api.latest(CALL).succeed(['late']);
    expect(${camel}.$state.get()).toEqual({ status: 'idle', items: [] });
  });
});
`,
  };
}

/** The manifest of core with an entry point for the feature. */
export function withEntryPoint(manifest, name) {
  // The manifest itself stays the last of them.
  const { './package.json': itself, ...entries } = manifest.exports;
  return {
    ...manifest,
    exports: {
      ...entries,
      [`./${name}`]: {
        '@openbell/source': `./src/${name}/index.ts`,
        types: `./dist/${name}/index.d.ts`,
        import: `./dist/${name}/index.js`,
      },
      './package.json': itself,
    },
  };
}

/** What is wrong with a feature's name, or null. */
export function problemWithName(name, manifest) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) {
    return 'A feature’s name is in kebab case, for example: npm run new -- feature watch-list';
  }
  if (manifest.exports[`./${name}`] !== undefined)
    return `There is an entry point @openbell/core/${name} already.`;
  return null;
}
