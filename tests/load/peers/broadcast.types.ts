import type { Usage } from '../cpu-time.ts';

/** Functions of a peer in a child process. */
export type BroadcastFunctions = {
  /** Starts the processes and returns their addresses. */
  readonly start: (options: { readonly processes: number }) => Promise<{
    readonly urls: readonly string[];
    readonly protocol: 'ws' | 'socket.io';
  }>;
  readonly usage: () => Promise<Usage>;
  /** Sends a frame of the size of a chat message to every socket and returns its id. */
  readonly broadcast: () => Promise<number>;
};

/** Returns a frame of the size of a chat message. */
export function frameOf(id: number): string {
  return `{"type":"WebFetchMessage","user_id":1,"message":{"id":${id},"chat_id":1,"message":"${'x'.repeat(400)}"},"isScroll":true}`;
}
