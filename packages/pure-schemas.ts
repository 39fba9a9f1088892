// Lets schemas that nobody uses fall out of what is built, and not be made when a page starts. Bundlers take a call at a module's
// top level for something that has to happen, unless a mark says that only its result counts. Schemas are calls within
// calls, so all of them are marked here, in one place, where core is built and where the site is that takes it as source.
import { readFile } from 'node:fs/promises';

/** Core's own sources, on any system. */
const CORE = /[\\/]packages[\\/]core[\\/]src[\\/].*\.ts$/;
/**
 * A call of a function that makes a schema or an action; those that read a value with one do not begin a constant. And of
 * our own that make one: bundlers do not all take over the mark of a function in another file.
 */
const MAKING =
  /(?<![\w.$])(?:v\.(?!(?:is|assert|parse|safeParse)\b)(?=\w+[(<])|(?<!function )(?:lenientList|inputText|requiredText)\()/g;

/** The source with every making of a schema marked; on the same lines, so that source maps hold. */
export function markSchemas(source: string): string {
  return source.includes("from 'valibot'") ? source.replace(MAKING, '/* @__PURE__ */ $&') : source;
}

/** For Vite. */
export const pureSchemas = {
  name: 'pure-schemas',
  enforce: 'pre' as const,
  transform(code: string, id: string): { code: string; map: null } | null {
    return CORE.test(id) ? { code: markSchemas(code), map: null } : null;
  },
};

/** As much of esbuild's plugins as this one needs. */
interface EsbuildSetup {
  onLoad(
    filter: { readonly filter: RegExp },
    load: (file: { readonly path: string }) => Promise<{ contents: string; loader: 'ts' }>,
  ): void;
}

/** For tsup. */
export const pureSchemasInEsbuild = {
  name: 'pure-schemas',
  setup(build: EsbuildSetup): void {
    build.onLoad({ filter: CORE }, async ({ path }) => ({
      contents: markSchemas(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
