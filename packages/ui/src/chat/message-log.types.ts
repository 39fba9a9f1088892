import type { ChatThread, ThreadState } from '@openbell/core/chat';
import type { RowActions } from './MessageRow.tsx';

/** Props of `MessageLog`. */
export interface MessageLogProps {
  readonly thread: ChatThread;
  readonly state: ThreadState;
  readonly viewerId: number;
  readonly actions: RowActions;
  /** What is searched for. */
  readonly query?: string | undefined;
  /** ArrowDown past the last message. */
  readonly onLeaveDown?: (() => void) | undefined;
}
