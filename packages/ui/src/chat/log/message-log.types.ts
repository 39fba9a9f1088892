import type { ChatThread, ThreadState } from '@openbell/core/chat';
import type { RowActions } from '../message/MessageRow.tsx';

export interface MessageLogProps {
  readonly thread: ChatThread;
  readonly state: ThreadState;
  readonly viewerId: number;
  readonly actions: RowActions;
  /** The search query. */
  readonly query?: string | undefined;
  /** Offers no actions on messages. */
  readonly isReadOnly?: boolean | undefined;
  /** Called on ArrowDown past the last message. */
  readonly onLeaveDown?: (() => void) | undefined;
}
