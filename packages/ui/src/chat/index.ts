export { ChatScreen, type ChatScreenProps } from './ChatScreen.tsx';
export { ChatView, type ChatViewProps } from './ChatView.tsx';
export { Composer, type ComposerProps } from './composer/Composer.tsx';
export { type ChatLinkProps, ChatList, type ChatListProps } from './list/ChatList.tsx';
export { MessageLog } from './log/MessageLog.tsx';
export type { MessageLogProps } from './log/message-log.types.ts';
export { TypingLine } from './log/TypingLine.tsx';
export { MessageRow, type MessageRowProps, type RowActions, type RowTool } from './message/MessageRow.tsx';
