// The import rules between modules (docs/architecture.md).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Import, importsOf, packageOf, root, sourceFiles } from './read-imports.ts';

function importsBelow(folder: string): Import[] {
  return sourceFiles(folder).flatMap(importsOf);
}

function describeImports(imports: readonly Import[]): string[] {
  return imports.map(({ file, target }) => `${file} imports ${target}`);
}

const core = importsBelow('packages/core/src');
const coreFolder = (path: string): string => path.replace('packages/core/src/', '').split('/')[0] ?? '';
/** Modules that features depend on. `entitlement` and `option-symbol` contain only rules, shared with the server. */
const foundation = new Set(['contract', 'ports', 'shared', 'catalogue', 'entitlement', 'option-symbol']);
const server = importsBelow('examples/server/src');
const serverFolder = (path: string): string => path.replace('examples/server/src/', '').split('/')[0] ?? '';
/** Server areas. An area imports the shared folders and the `index.ts` of another area. */
const areas = new Set(['accounts', 'billing', 'chat', 'content', 'factors', 'market', 'push']);
/** The files that compose the areas. */
const serverComposers = new Set([
  'app.ts',
  'areas.ts',
  'housekeeping.ts',
  // The entry for examples/sandbox.
  'index.ts',
  'main.ts',
  'start-server.ts',
  'system.routes.ts',
]);
/** Modules that compose features. */
const composers = new Set([
  'openbell.ts',
  'openbell-options.ts',
  'access-reloads.ts',
  'site-features.ts',
  'member-features.ts',
  'member-base.ts',
  'member-part.ts',
  'chat-features.ts',
  'market-features.ts',
  'index.ts',
]);

describe('packages/core', () => {
  test('each external library is imported in one place only', () => {
    const homes: Readonly<Record<string, RegExp>> = {
      ky: /^packages\/core\/src\/api-client\//,
      mitt: /^packages\/core\/src\/shared\/emitter\.ts$/,
      dayjs: /^packages\/core\/src\/shared\/dates\.ts$/,
      // All outside data is parsed by a schema: the contract, stored values, and responses of providers.
      valibot:
        /^packages\/core\/src\/(contract\/|billing\/cards\/sandbox\.ts$|chat\/emoji\/emoji-data\.ts$|.*[./-](storage|cache)\.ts$)/,
      '@simplewebauthn/browser': /^packages\/core\/src\/ports\/passkeys\.ts$/,
      '@stripe/stripe-js': /^packages\/core\/src\/billing\//,
      nanostores: /^packages\/core\/src\//,
    };
    const violations = core.filter(
      (entry) => !entry.relative && !homes[packageOf(entry.target)]?.test(entry.file),
    );
    expect(describeImports(violations)).toEqual([]);
  });

  test('contract, ports, shared and the shared rules import no feature', () => {
    const violations = core.filter(
      (entry) =>
        foundation.has(coreFolder(entry.file)) && entry.relative && !foundation.has(coreFolder(entry.target)),
    );
    expect(describeImports(violations)).toEqual([]);
  });

  test('a feature imports only types from other features', () => {
    const violations = core.filter((entry) => {
      const from = coreFolder(entry.file);
      const to = coreFolder(entry.target);
      if (!entry.relative || from === to || composers.has(from)) return false;
      return !foundation.has(to) && !entry.typeOnly;
    });
    expect(describeImports(violations)).toEqual([]);
  });

  test('rules import only types, the contract, shared code and other rules', () => {
    const violations = core.filter(
      (entry) =>
        /[./]rules\.ts$/.test(entry.file) &&
        !entry.typeOnly &&
        (entry.relative
          ? !['contract', 'shared', 'entitlement', 'option-symbol'].includes(coreFolder(entry.target)) &&
            coreFolder(entry.target) !== coreFolder(entry.file)
          : true),
    );
    expect(describeImports(violations)).toEqual([]);
    const effects = sourceFiles('packages/core/src')
      .filter((file) => /[./]rules\.ts$/.test(file))
      .filter((file) =>
        /\b(Date\.now|setTimeout|localStorage|sessionStorage|fetch\(|new WebSocket|Math\.random)\b/.test(
          withoutComments(file),
        ),
      );
    expect(effects).toEqual([]);
  });

  test('core/chat has no import cycle between its folders', () => {
    const chat = importsBelow('packages/core/src/chat')
      .filter(({ relative, target }) => relative && target.startsWith('packages/core/src/chat/'))
      .filter(({ file }) => !file.endsWith('/index.ts'))
      .map(({ file, target }) => [file, target] as const);
    const part = (path: string): string => path.replace('packages/core/src/chat/', '').split('/')[0] ?? '';
    const parts = chat.map(([file, target]) => [part(file), part(target)] as const);
    expect(cycleIn(parts.filter(([from, to]) => from !== to))).toEqual([]);
  });

  test('core/chat/message imports only itself and has no store, timer or request', () => {
    const folder = 'packages/core/src/chat/message';
    const violations = importsBelow(folder).filter(
      ({ relative, target, typeOnly }) =>
        !typeOnly && !(relative && (target.startsWith(folder) || coreFolder(target) === 'shared')),
    );
    expect(describeImports(violations)).toEqual([]);
    const stateful = sourceFiles(folder).filter((file) =>
      /^let |\basync\b|\bnew Promise/m.test(withoutComments(file)),
    );
    expect(stateful).toEqual([]);
  });

  test('core and its test package access the browser only through ports', () => {
    const browserModules = /^packages\/core\/src\/(ports|api-client)\//;
    const violations = ['packages/core/src', 'packages/testing/src']
      .flatMap(sourceFiles)
      .filter((file) => !browserModules.test(file))
      .filter((file) => browserGlobal.test(withoutComments(file)));
    expect(violations).toEqual([]);
  });
});

describe('packages/testing', () => {
  test('each external library is imported in one place only', () => {
    const homes: Readonly<Record<string, RegExp>> = {
      '@openbell/core': /^packages\/testing\/src\//,
      // The type of a store.
      nanostores: /^packages\/testing\/src\/record\.ts$/,
      // Compares responses with the schemas of the contract.
      valibot: /^packages\/testing\/src\/verify\/differences\.ts$/,
      'node:http': /^packages\/testing\/src\/verify\/upgrade-probe\.ts$/,
      'node:https': /^packages\/testing\/src\/verify\/upgrade-probe\.ts$/,
    };
    const violations = importsBelow('packages/testing/src').filter(
      (entry) => !entry.relative && !homes[packageOf(entry.target)]?.test(entry.file),
    );
    expect(describeImports(violations)).toEqual([]);
  });
});

describe('packages/react-hooks and packages/ui', () => {
  test('hooks import only core and the store and list libraries', () => {
    const allowed = ['@openbell/core', 'react', 'nanostores', '@nanostores/react', '@tanstack/react-virtual'];
    const violations = importsBelow('packages/react-hooks/src').filter(
      (entry) => !entry.relative && !allowed.includes(packageOf(entry.target)),
    );
    expect(describeImports(violations)).toEqual([]);
  });

  test('components import no factory from core', () => {
    const violations = importsBelow('packages/ui/src').filter(
      (entry) =>
        packageOf(entry.target) === '@openbell/core' &&
        entry.names.some((name) => /^create[A-Z]/.test(name) && name !== 'createTexts'),
    );
    expect(describeImports(violations)).toEqual([]);
  });

  test('components use no network and no storage', () => {
    const violations = sourceFiles('packages/ui/src').filter((file) =>
      /\b(fetch\(|localStorage|sessionStorage|new WebSocket|XMLHttpRequest)\b/.test(withoutComments(file)),
    );
    expect(violations).toEqual([]);
  });

  test('every hook and component file has "use client"', () => {
    const silent = [...sourceFiles('packages/react-hooks/src'), ...sourceFiles('packages/ui/src')].filter(
      (file) => {
        const text = readFileSync(join(root, file), 'utf8');
        const draws = file.endsWith('.tsx') || /\/use-[\w-]+\.ts$/.test(file);
        return draws && !/^'use client';/.test(text.replace(/^(\/\/.*\n|\/\*[\s\S]*?\*\/\s*)*/, ''));
      },
    );
    expect(silent).toEqual([]);
  });
});

describe('examples', () => {
  test('the reference app and server use the packages by name, never by path', () => {
    const violations = ['web', 'server', 'sandbox']
      .flatMap((name) => importsBelow(`examples/${name}/src`))
      .filter(
        (entry) =>
          (entry.relative && !entry.target.startsWith('examples/')) ||
          /^@openbell\/[\w-]+\/(src|dist)/.test(entry.target),
      );
    expect(describeImports(violations)).toEqual([]);
  });

  test('the server imports only the contract and pure rules from core', () => {
    const allowed = [
      '@openbell/core/contract',
      '@openbell/core/entitlement',
      '@openbell/core/option-symbol',
      '@openbell/core/chat/message-type',
      '@openbell/core/chat/projection',
    ];
    const violations = [
      ...importsBelow('examples/server/src'),
      ...importsBelow('examples/sandbox/src'),
    ].filter(
      ({ target }) =>
        target.startsWith('@openbell/') && target !== '@openbell/example-server' && !allowed.includes(target),
    );
    expect(describeImports(violations)).toEqual([]);
  });

  test('the sandbox imports the server only through its public entry, which exports nothing else', () => {
    const violations = importsBelow('examples/sandbox/src').filter(
      ({ relative, target }) => relative && !target.startsWith('examples/sandbox/'),
    );
    expect(describeImports(violations)).toEqual([]);
    const exported = namesIn('examples/server/src/index.ts', /export (?:type )?\{([^}]*)\}/g);
    const imported = sourceFiles('examples/sandbox/src').flatMap((file) =>
      namesIn(file, /import (?:type )?\{([^}]*)\} from '@openbell\/example-server'/g),
    );
    expect(exported.length).toBeGreaterThan(50);
    expect(exported.toSorted()).toEqual([...new Set(imported)].toSorted());
  });

  test('only main.ts of the server imports the sandbox, dynamically', () => {
    const violations = server.filter(
      ({ target }) => target.startsWith('examples/sandbox') || target.startsWith('@openbell/example-'),
    );
    expect(describeImports(violations)).toEqual([
      'examples/server/src/main.ts imports examples/sandbox/src/index.ts',
    ]);
    expect(readFileSync(join(root, 'examples/server/src/main.ts'), 'utf8')).toContain(
      "await import('../../sandbox/src/index.ts')",
    );
  });
});

describe('examples/server', () => {
  test('no file imports the internals of another area', () => {
    const violations = server.filter(({ file, target }) => {
      const area = serverFolder(target);
      const isPublic = target === `examples/server/src/${area}/index.ts`;
      const composes = serverComposers.has(serverFolder(file));
      return areas.has(area) && area !== serverFolder(file) && !isPublic && !composes;
    });
    expect(describeImports(violations)).toEqual([]);
  });

  test('the folders and the files at the top have no import cycle, types included', () => {
    const arrows = server
      .filter(({ relative, target }) => relative && target.startsWith('examples/server/src/'))
      .map(({ file, target }) => [serverFolder(file), serverFolder(target)] as const)
      .filter(([from, to]) => from !== to);
    expect(new Set(arrows.map(String)).size).toBeGreaterThan(200);
    expect(cycleIn(arrows)).toEqual([]);
  });
});

describe('packages and examples', () => {
  test('no file is in an import cycle, types and code on demand included', () => {
    const edges = ['packages', 'examples']
      .flatMap(importsBelow)
      .filter(({ relative }) => relative)
      .map(({ file, target }) => [file, target] as const);
    expect(edges.length).toBeGreaterThan(4_000);
    expect(cycleIn(edges)).toEqual([]);
  });
});

describe('code on demand', () => {
  test('no source uses React.lazy, whose failed load would take the page down', () => {
    const sources = ['packages/react-hooks/src', 'packages/ui/src', 'examples/web/src'].flatMap(importsBelow);
    const violations = sources.filter(({ target, names }) => target === 'react' && names.includes('lazy'));
    expect(describeImports(violations)).toEqual([]);
  });
});

/** A browser global. An option with the same name does not count. */
const browserGlobal =
  /(?:globalThis|window)\.(?:local|session)Storage|(?<![.\w])(?:local|session)Storage\.(?:get|set|remove|clear|key)|new WebSocket|console\.|document\./;

/** The names in the lists that the first group of a pattern finds, by the name in the other module. */
function namesIn(file: string, pattern: RegExp): string[] {
  const lists = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, list = '']) => list);
  return lists
    .flatMap((list) => list.split(','))
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as \w+$/, ''),
    )
    .filter((name) => name !== '');
}

function withoutComments(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');
}

/** The files of one import cycle, in order; empty when there is none. */
function cycleIn(edges: readonly (readonly [from: string, to: string])[]): string[] {
  const targets = new Map<string, string[]>();
  for (const [file, target] of edges) targets.set(file, [...(targets.get(file) ?? []), target]);
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    path.push(file);
    for (const target of targets.get(file) ?? []) {
      const cycle = visit(target);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(file);
    return [];
  };
  for (const file of targets.keys()) {
    const cycle = visit(file);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
