export { type ChatLinkProps, ChatList, type ChatListProps } from './ChatList.tsx';
export { ChatScreen, type ChatScreenProps } from './ChatScreen.tsx';
export { ChatView, type ChatViewProps } from './ChatView.tsx';
export { Composer, type ComposerProps } from './Composer.tsx';
export { MessageLog, type MessageLogProps } from './MessageLog.tsx';
export { MessageRow, type MessageRowProps, type RowActions, type RowTool } from './MessageRow.tsx';
export { TypingLine } from './TypingLine.tsx';
