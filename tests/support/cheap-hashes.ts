// Makes password hashes cheap in the tests of a project: at the real cost, a third of the server tests' time is hashing.
import type { Plugin } from 'vite';

const realCost = 'memoryCost: 19_456, timeCost: 2,';

/** A Vite plugin that lowers the cost of new password hashes, and with it the cost below which a hash is weak. */
export function cheapHashes(): Plugin {
  return {
    name: 'cheap-hashes',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('examples/server/src/security/passwords.ts')) return null;
      if (!code.includes(realCost)) throw new Error(`${id} no longer contains “${realCost}”.`);
      return code.replace(realCost, 'memoryCost: 64, timeCost: 1,');
    },
  };
}
