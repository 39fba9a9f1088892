import type { ServerContext } from '../context.ts';
import type { MediaUrl } from './project-message.ts';

/** What reading and writing chats needs. */
export interface ChatDeps extends Pick<ServerContext, 'db' | 'clock'> {
  readonly mediaUrl: MediaUrl;
}
