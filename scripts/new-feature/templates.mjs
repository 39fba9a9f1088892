// The templates of a new feature: a list with `load` and `destroy`, as types, rules, factory, entry point and test.

const camelOf = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const pascalOf = (name) => camelOf(`-${name}`);

/** The files of a feature, by path below the project's root. `name` is in kebab case. */
export const featureFiles = (name) => ({ ...sourceFiles(name), ...testFiles(name) });

function sourceFiles(name) {
  const camel = camelOf(name);
  const pascal = pascalOf(name);
  const folder = `packages/core/src/${name}`;
  return {
    [`${folder}/${name}.types.ts`]: `import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { OnError } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/** Why loading failed: no response, an error response, a response that cannot be parsed, or another load has begun. */
export interface ${pascal}Error {
  readonly code: '${name}-unreachable' | '${name}-refused' | '${name}-unreadable' | 'superseded';
}

/** A failed state keeps the last loaded items, so that a page can still show them. */
export type ${pascal}State =
  | { readonly status: 'idle' | 'loading' | 'ready'; readonly items: readonly string[] }
  | { readonly status: 'failed'; readonly items: readonly string[]; readonly error: ${pascal}Error };

export interface ${pascal} {
  readonly $state: ReadableAtom<${pascal}State>;
  /** Fetches the list and aborts an earlier request. Resolves after \`$state\` has the result. */
  readonly load: () => Promise<Result<readonly string[], ${pascal}Error>>;
  /** Aborts the running request and clears the state. The instance can be used again. */
  readonly destroy: () => void;
}

export interface ${pascal}Options {
  readonly api: Pick<ApiClient, 'request'>;
  readonly onError?: OnError | undefined;
}
`,
    [`${folder}/create-${name}.ts`]: `import { atom } from 'nanostores';
import { type Endpoint, lenientList, textSchema } from '../contract/index.ts';
import { loadFailure } from '../shared/failures.ts';
import { fail, succeed } from '../shared/result.ts';
import type { ${pascal}, ${pascal}Error, ${pascal}Options, ${pascal}State } from './${name}.types.ts';

const ${camel}Endpoint: Endpoint<readonly string[]> = {
  method: 'GET',
  path: '/app/${name}',
  bodyFormat: 'none',
  response: lenientList(textSchema),
  hasDataKey: false,
};

/** Creates the feature. It sends no request before \`load\`. */
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
      const response = await api.request(${camel}Endpoint, { signal: controller.signal });
      if (running !== controller) return fail({ code: 'superseded' });
      running = null;
      if (response.ok) {
        $state.set({ status: 'ready', items: response.data });
        return succeed(response.data);
      }
      const error: ${pascal}Error = { code: \`${name}-\${loadFailure(response)}\` };
      onError?.({ where: '${name}', error: response });
      $state.set({ status: 'failed', items: $state.get().items, error });
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
  };
}

function testFiles(name) {
  const camel = camelOf(name);
  const pascal = pascalOf(name);
  return {
    [`tests/core/${name}/${name}.test.ts`]: `import { create${pascal} } from '@openbell/core/${name}';
import { createFakeApi, recordStates, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';

const CALL = '/app/${name}';
const open = () => {
  const api = createFakeApi(settle);
  return { api, ${camel}: create${pascal}({ api }) };
};

describe('${name}', () => {
  it('sends nothing before load, and has the list when load resolves', async () => {
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
  ] as const)('keeps the items after %s and fails with %s', async (failure, code) => {
    const { api, ${camel} } = open();
    const first = ${camel}.load();
    await api.latest(CALL).succeed(['one']);
    await first;
    const second = ${camel}.load();
    await (failure === 'lose' ? api.latest(CALL).lose() : api.latest(CALL).refuse(failure));
    expect(await second).toEqual({ ok: false, error: { code } });
    expect(${camel}.$state.get()).toEqual({ status: 'failed', items: ['one'], error: { code } });
  });

  it('ignores a response after destroy', async () => {
    const { api, ${camel} } = open();
    const loaded = ${camel}.load();
    ${camel}.destroy();
    await api.latest(CALL).succeed(['late']);
    expect(await loaded).toEqual({ ok: false, error: { code: 'superseded' } });
    expect(${camel}.$state.get()).toEqual({ status: 'idle', items: [] });
  });
});
`,
  };
}

/** The manifest of core with an entry point for the feature. */
export function withEntryPoint(manifest, name) {
  // `./package.json` stays the last entry.
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

/** Returns an error message for an invalid or existing name; otherwise null. */
export function problemWithName(name, manifest) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) {
    return 'A feature name must be in kebab case, for example: npm run new -- feature watch-list';
  }
  if (manifest.exports[`./${name}`] !== undefined)
    return `The entry point @openbell/core/${name} already exists.`;
  return null;
}
