// Marks schema calls as pure, so that bundlers drop unused schemas. Without the annotation, they keep every call at the top
// level of a module. Used where core is built, and where the site bundles core from its sources.
import { readFile } from 'node:fs/promises';

/** The sources of core, with slashes of any system. */
const CORE = /[\\/]packages[\\/]core[\\/]src[\\/].*\.ts$/;
/**
 * Calls that create a schema or an action, of valibot and of our own factories: not every bundler applies the annotation of
 * a function in another file.
 */
const MAKING =
  /(?<![\w.$])(?:v\.(?!(?:is|assert|parse|safeParse)\b)(?=\w+[(<])|(?<!function )(?:lenientList|entityList|orAbsent|inputText|requiredText)\()/g;

/** Annotates all schema calls. Keeps the line numbers, so that source maps stay valid. */
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

/** The used part of esbuild's plugin API. */
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
