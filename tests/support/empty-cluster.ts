import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import serverPackage from '../../examples/server/package.json' with { type: 'json' };
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import { readDump } from './read-dump.ts';

const cache = join(import.meta.dirname, '../../node_modules/.cache/openbell');

/** Returns a dump of an empty database cluster. Cached between runs, because creating one takes seconds. */
export async function readEmptyCluster(): Promise<Blob> {
  const file = join(cache, `pglite-${serverPackage.dependencies['@electric-sql/pglite']}-empty.tar`);
  try {
    return await readDump(file);
  } catch {
    const database = await openDatabase({ memory: true });
    const dump = await database.dump?.();
    await database.close();
    if (dump === undefined) throw new Error('The embedded database cannot be dumped.');
    await mkdir(cache, { recursive: true });
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
    await rename(draft, file);
    return dump;
  }
}
