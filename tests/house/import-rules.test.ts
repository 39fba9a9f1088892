// The import rules between modules (docs/architecture.md).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Import, importsOf, packageOf, root, sourceFiles } from './read-imports.ts';

function importsBelow(folder: string): Import[] {
  return sourceFiles(folder).flatMap(importsOf);
}

function told(imports: readonly Import[]): string[] {
  return imports.map(({ file, target }) => `${file} imports ${target}`);
}

const core = importsBelow('packages/core/src');
const coreFolder = (path: string): string => path.replace('packages/core/src/', '').split('/')[0] ?? '';
/** No feature: what features stand on. `entitlement` and `option-symbol` are rules alone, shared with the server. */
const foundation = new Set(['contract', 'ports', 'shared', 'catalogue', 'entitlement', 'option-symbol']);
const server = importsBelow('examples/server/src');
const serverFolder = (path: string): string => path.replace('examples/server/src/', '').split('/')[0] ?? '';
/** What members use. An area imports the shared folders and the `index.ts` of another area. */
const areas = new Set(['accounts', 'billing', 'chat', 'content', 'market', 'push']);
/** The files that put the areas together. */
const serverComposers = new Set([
  'app.ts',
  'areas.ts',
  'housekeeping.ts',
  'main.ts',
  'start-server.ts',
  'system.routes.ts',
]);
/** Modules that put features together. */
const composers = new Set([
  'openbell.ts',
  'openbell-options.ts',
  'access-reloads.ts',
  'site-features.ts',
  'member-features.ts',
  'index.ts',
]);

describe('packages/core', () => {
  test('each external library is imported in one place only', () => {
    const homes: Readonly<Record<string, RegExp>> = {
      ky: /^packages\/core\/src\/api-client\//,
      mitt: /^packages\/core\/src\/shared\/emitter\.ts$/,
      dayjs: /^packages\/core\/src\/shared\/dates\.ts$/,
      // Whatever comes from outside is read by a schema: the wire, what storage gives back, a provider's own answer.
      valibot: /^packages\/core\/src\/(contract\/|billing\/cards\/sandbox\.ts$|.*[./-](storage|cache)\.ts$)/,
      '@stripe/stripe-js': /^packages\/core\/src\/billing\//,
      nanostores: /^packages\/core\/src\//,
    };
    const strays = core.filter(
      (entry) => !entry.relative && !homes[packageOf(entry.target)]?.test(entry.file),
    );
    expect(told(strays)).toEqual([]);
  });

  test('contract, ports, shared and the shared rules import no feature', () => {
    const strays = core.filter(
      (entry) =>
        foundation.has(coreFolder(entry.file)) && entry.relative && !foundation.has(coreFolder(entry.target)),
    );
    expect(told(strays)).toEqual([]);
  });

  test('a feature imports only types from other features', () => {
    const strays = core.filter((entry) => {
      const from = coreFolder(entry.file);
      const to = coreFolder(entry.target);
      if (!entry.relative || from === to || composers.has(from)) return false;
      return !foundation.has(to) && !entry.typeOnly;
    });
    expect(told(strays)).toEqual([]);
  });

  test('rules import only types, the contract, shared code and other rules', () => {
    const strays = core.filter(
      (entry) =>
        /[./]rules\.ts$/.test(entry.file) &&
        !entry.typeOnly &&
        (entry.relative
          ? !['contract', 'shared', 'entitlement', 'option-symbol'].includes(coreFolder(entry.target)) &&
            coreFolder(entry.target) !== coreFolder(entry.file)
          : true),
    );
    expect(told(strays)).toEqual([]);
    const effects = sourceFiles('packages/core/src')
      .filter((file) => /[./]rules\.ts$/.test(file))
      .filter((file) =>
        /\b(Date\.now|setTimeout|localStorage|sessionStorage|fetch\(|new WebSocket|Math\.random)\b/.test(
          withoutComments(file),
        ),
      );
    expect(effects).toEqual([]);
  });

  test('core/chat has no import cycle, neither between its files nor between its folders', () => {
    const chat = importsBelow('packages/core/src/chat')
      .filter(({ relative, target }) => relative && target.startsWith('packages/core/src/chat/'))
      .filter(({ file }) => !file.endsWith('/index.ts'))
      .map(({ file, target }) => [file, target] as const);
    const part = (path: string): string => path.replace('packages/core/src/chat/', '').split('/')[0] ?? '';
    expect(cycleIn(chat)).toEqual([]);
    const parts = chat.map(([file, target]) => [part(file), part(target)] as const);
    expect(cycleIn(parts.filter(([from, to]) => from !== to))).toEqual([]);
  });

  test('core/chat/message is pure: it holds no store, timer or request, and imports only itself', () => {
    const folder = 'packages/core/src/chat/message';
    const strays = importsBelow(folder).filter(
      ({ relative, target, typeOnly }) =>
        !typeOnly && !(relative && (target.startsWith(folder) || coreFolder(target) === 'shared')),
    );
    expect(told(strays)).toEqual([]);
    const stateful = sourceFiles(folder).filter((file) =>
      /^let |\basync\b|\bnew Promise/m.test(withoutComments(file)),
    );
    expect(stateful).toEqual([]);
  });

  test('no file of core or of its test package reaches the browser but through a port', () => {
    const doors = /^packages\/core\/src\/(ports|api-client)\//;
    const strays = ['packages/core/src', 'packages/testing/src']
      .flatMap(sourceFiles)
      .filter((file) => !doors.test(file))
      .filter((file) => browserGlobal.test(withoutComments(file)));
    expect(strays).toEqual([]);
  });
});

describe('packages/testing', () => {
  test('each external library is imported in one place only', () => {
    const homes: Readonly<Record<string, RegExp>> = {
      '@openbell/core': /^packages\/testing\/src\//,
      // The type of a store.
      nanostores: /^packages\/testing\/src\/record\.ts$/,
      // Compares answers with the schemas of the contract.
      valibot: /^packages\/testing\/src\/verify\/differences\.ts$/,
      'node:http': /^packages\/testing\/src\/verify\/upgrade-probe\.ts$/,
      'node:https': /^packages\/testing\/src\/verify\/upgrade-probe\.ts$/,
    };
    const strays = importsBelow('packages/testing/src').filter(
      (entry) => !entry.relative && !homes[packageOf(entry.target)]?.test(entry.file),
    );
    expect(told(strays)).toEqual([]);
  });
});

describe('packages/react-hooks and packages/ui', () => {
  test('hooks import only core and the store library', () => {
    const allowed = ['@openbell/core', 'react', 'nanostores', '@nanostores/react'];
    const strays = importsBelow('packages/react-hooks/src').filter(
      (entry) => !entry.relative && !allowed.includes(packageOf(entry.target)),
    );
    expect(told(strays)).toEqual([]);
  });

  test('components import no factory from core', () => {
    const strays = importsBelow('packages/ui/src').filter(
      (entry) =>
        packageOf(entry.target) === '@openbell/core' &&
        entry.names.some((name) => /^create[A-Z]/.test(name) && name !== 'createTexts'),
    );
    expect(told(strays)).toEqual([]);
  });

  test('components use no network and no storage', () => {
    const strays = sourceFiles('packages/ui/src').filter((file) =>
      /\b(fetch\(|localStorage|sessionStorage|new WebSocket|XMLHttpRequest)\b/.test(withoutComments(file)),
    );
    expect(strays).toEqual([]);
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
    const strays = ['web', 'server', 'sandbox']
      .flatMap((name) => importsBelow(`examples/${name}/src`))
      .filter(
        (entry) =>
          (entry.relative && !entry.target.startsWith('examples/')) ||
          /^@openbell\/[\w-]+\/(src|dist)/.test(entry.target),
      );
    expect(told(strays)).toEqual([]);
  });

  test('the server imports only the contract and pure rules from core', () => {
    const allowed = [
      '@openbell/core/contract',
      '@openbell/core/entitlement',
      '@openbell/core/option-symbol',
      '@openbell/core/chat/message-type',
    ];
    const strays = [...importsBelow('examples/server/src'), ...importsBelow('examples/sandbox/src')].filter(
      (entry) => entry.target.startsWith('@openbell/') && !allowed.includes(entry.target),
    );
    expect(told(strays)).toEqual([]);
  });

  test('only main.ts of the server imports the sandbox, and only while it runs', () => {
    const strays = server.filter((entry) => entry.target.startsWith('examples/sandbox'));
    expect(told(strays)).toEqual(['examples/server/src/main.ts imports examples/sandbox/src/index.ts']);
    expect(readFileSync(join(root, 'examples/server/src/main.ts'), 'utf8')).toContain(
      "await import('../../sandbox/src/index.ts')",
    );
  });
});

describe('examples/server', () => {
  test('no file imports the internals of another area', () => {
    const strays = server.filter(({ file, target }) => {
      const area = serverFolder(target);
      const isPublic = target === `examples/server/src/${area}/index.ts`;
      const composes = serverComposers.has(serverFolder(file));
      return areas.has(area) && area !== serverFolder(file) && !isPublic && !composes;
    });
    expect(told(strays)).toEqual([]);
  });

  test('no import cycle, types included', () => {
    expect(cycleIn(server.map(({ file, target }) => [file, target]))).toEqual([]);
  });
});

/** The browser itself; an option that is merely named after it is none. */
const browserGlobal =
  /(?:globalThis|window)\.(?:local|session)Storage|(?<![.\w])(?:local|session)Storage\.(?:get|set|remove|clear|key)|new WebSocket|console\.|document\./;

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
