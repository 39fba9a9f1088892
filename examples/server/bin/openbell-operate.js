#!/usr/bin/env node
// The commands of the operator. Node does not run TypeScript below node_modules, so an installed package runs the bundle
// that `npm pack` has made, and a checkout the sources.
import { existsSync } from 'node:fs';

const bundle = new URL('../dist/operate-cli.js', import.meta.url);
await import((existsSync(bundle) ? bundle : new URL('../src/operate-cli/main.ts', import.meta.url)).href);
