export { type ChatLinkProps, ChatList, type ChatListProps } from './ChatList.tsx';
export { ChatScreen, type ChatScreenProps } from './ChatScreen.tsx';
export { ChatView, type ChatViewProps } from './ChatView.tsx';
export { Composer, type ComposerProps } from './Composer.tsx';
export { MessageLog } from './MessageLog.tsx';
export { MessageRow, type MessageRowProps, type RowActions, type RowTool } from './MessageRow.tsx';
export type { MessageLogProps } from './message-log.types.ts';
export { TypingLine } from './TypingLine.tsx';
