// Unused schemas are not bundled (packages/pure-schemas.ts), and a client bundles no schemas of request bodies.
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { build, defaultClientConditions } from 'vite';
import { describe, expect, test } from 'vitest';
import { pureSchemas, pureSchemasInEsbuild } from '../../packages/pure-schemas.ts';
import { root } from './read-imports.ts';

/** External to the bundle, so that the bundler knows nothing about their functions. */
const libraries = ['valibot', 'nanostores', 'ky', 'mitt', 'dayjs', '@stripe/stripe-js'];

async function bundledByVite(code: string): Promise<string> {
  const entry = join(root, 'measured.js');
  const result = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    resolve: { conditions: ['@openbell/source', ...defaultClientConditions] },
    plugins: [
      pureSchemas,
      {
        name: 'measured',
        resolveId: (id) => (id === 'virtual:measured' ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'virtual:measured',
        external: libraries,
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  return outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .map(textOf)
    .join('\n');
}

const textOf = (file: { readonly type: string; readonly code?: string }): string => file.code ?? '';

/** esbuild relies on purity annotations alone; it does not analyze functions for side effects. */
async function bundledByEsbuild(code: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: code, resolveDir: join(root, 'packages/core') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    conditions: ['@openbell/source'],
    external: libraries,
    plugins: [pureSchemasInEsbuild],
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

describe.each([
  ['Vite', bundledByVite],
  ['esbuild', bundledByEsbuild],
])('a bundle by %s', (_, bundle) => {
  test('of one schema contains no other schema', async () => {
    const code = await bundle("export { alertSchema } from '@openbell/core/contract';");
    expect(code).toContain('created_at');
    // Parts of other schemas in the same file and its imports.
    expect(code).not.toContain('headline');
    expect(code).not.toContain('rfcEmail');
    expect(code).not.toContain('picklist');
  });

  test('of features contains no schema of a request body', async () => {
    const code = await bundle(`
      export { createSession } from '@openbell/core/session';
      export { createSignUp } from '@openbell/core/sign-up';
      export { createOtpReset } from '@openbell/core/otp-reset';
      export { createContact } from '@openbell/core/contact';
    `);
    expect(code).toContain('/web/register');
    expect(code).not.toContain('/app/');
    expect(code).not.toContain('Please agree to the terms');
    expect(code).not.toContain('rfcEmail');
  });
});
