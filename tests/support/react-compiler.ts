// Compiles React sources with the React Compiler, as an app does that switches it on.
import { transformAsync } from '@babel/core';
import type { Plugin } from 'vite';

const sources =
  /\/(?:packages\/(?:react-hooks|ui)\/src|examples\/web\/src|docs|tests\/consumers\/react-compiler)\/.*\.tsx?$/;

/** Compiles a module. Rejects when the compiler would skip one of its components or hooks. */
export async function compileReact(code: string, filename: string) {
  const result = await transformAsync(code, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [['babel-plugin-react-compiler', { target: '19', panicThreshold: 'all_errors' }]],
  });
  return { code: result?.code ?? '', map: result?.map ?? null };
}

/** A Vite plugin that compiles the packages, the app, and consumers in tests and documents. */
export function reactCompiler(): Plugin {
  return {
    name: 'react-compiler',
    enforce: 'pre',
    transform: (code, id) => (sources.test(id) ? compileReact(code, id) : null),
  };
}
