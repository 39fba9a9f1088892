import { join } from 'node:path';
import type { ServerContext } from '../../examples/server/src/context.ts';

/** Returns the path of a stored chat file in the data folder of a test server. */
export function mediaPath({ config }: Pick<ServerContext, 'config'>, fileId: string): string {
  return join(config.dataFolder, 'media', 'chat', fileId);
}
