import type { ServerContext } from '../context.ts';
import type { MediaUrl } from './chat-facts.ts';

/** Dependencies of reading and writing chats. */
export interface ChatDeps extends Pick<ServerContext, 'db' | 'clock'> {
  readonly mediaUrl: MediaUrl;
}
