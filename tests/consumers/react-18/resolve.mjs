// Resolves React to the oldest supported version for everything that a test worker loads, its libraries included.
// Vitest's workers load it by `--import`; an alias of Vite would not reach packages in node_modules.
import { registerHooks } from 'node:module';

const own = new URL('node_modules/', import.meta.url).href;
const installed = /^file:.*?\/node_modules\/(?=(?:react|react-dom|scheduler)\/)/;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    return { ...resolved, url: resolved.url.replace(installed, own) };
  },
});
