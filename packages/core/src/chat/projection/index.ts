// What one member sees of a stored chat: for backends in TypeScript. The reference server and the in-memory server use it.
export type { FileFacts, MemberFacts, MessageBaseFacts, MessageFacts, ViewerFacts } from './facts.ts';
export {
  type ChatFacts,
  type ChatPage,
  type ChatProjection,
  type ChatViewFacts,
  type LastMessageFacts,
  projectChat,
  projectLastMessage,
  type WireChat,
} from './project-chat.ts';
export {
  isShown,
  type MediaUrl,
  type MessageProjection,
  projectMessage,
  type WireMessage,
} from './project-message.ts';
export { newReceipts, noReceipts, type Receipts, readersOf, receiptsFor } from './receipts.ts';
export { unsendWindowMs } from './unsend-window.ts';
export { contractChat, contractMessage } from './wire.ts';
