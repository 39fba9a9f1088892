import { join } from 'node:path';

/** Returns the path of the operator's socket in a data folder. */
export function operatorSocketPath(dataFolder: string): string {
  return join(dataFolder, 'operate', 'socket');
}
