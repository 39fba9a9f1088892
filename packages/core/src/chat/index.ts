export {
  type Attachment,
  type AttachmentLimits,
  type AttachmentProblem,
  addAttachments,
  attachmentProblem,
  defaultAttachmentLimits,
  type PlannedPost,
  pickableFiles,
  pickableMedia,
  planPosts,
} from './chat.attachments.ts';
export { groupChatKeys, personalChatKeys } from './chat.cache.ts';
export {
  dayKey,
  dayName,
  fileExtension,
  formatFileSize,
  formatListTime,
  formatMessageTime,
  formatTooltip,
} from './chat.format.ts';
export { type Gallery, type GalleryItem, galleryOf } from './chat.gallery.ts';
export { linkify, linksOf, type TextPart } from './chat.links.ts';
export type { ChatSummary } from './chat.list.ts';
export { insertMention, type MentionRange, mentionCandidates, mentionQuery } from './chat.mentions.ts';
export {
  type FileKind,
  fileMessageType,
  type MessageForm,
  messageForm,
  messageType,
} from './chat.message-type.ts';
export type { ChatStorage } from './chat.outbox.storage.ts';
export {
  createRecorder,
  formatDuration,
  type Recorder,
  type RecorderOptions,
  type RecorderState,
  voiceFile,
} from './chat.recorder.ts';
export { relayFrame } from './chat.relay.ts';
export { frameRow, type RowFrame } from './chat.rows.ts';
export {
  findMatches,
  type SearchState,
  splitMatches,
  type TextMatch,
  type ThreadSearch,
} from './chat.search.ts';
export { createThread } from './chat.thread.ts';
export {
  isPending,
  itemKey,
  type PendingFile,
  type PendingMessage,
  type ReadTicket,
  type Thread,
  type ThreadChange,
  type ThreadItem,
  type ThreadOptions,
  type ThreadPage,
} from './chat.thread.types.ts';
export type {
  ChatError,
  ChatErrorCode,
  ChatFeature,
  ChatLimits,
  ChatListState,
  ChatOptions,
  ChatRow,
  ChatSession,
  ChatThread,
  Composer,
  ComposerProblem,
  ComposerState,
  ThreadState,
  ThreadView,
} from './chat.types.ts';
export {
  allowedActions,
  type MenuAction,
  quickReactions,
  type Tick,
  tickOf,
  type Visibility,
  visibilityOf,
} from './chat.visibility.ts';
export {
  createWaveforms,
  peaksOf,
  type Waveform,
  type Waveforms,
  type WaveformsOptions,
} from './chat.waveform.ts';
export { fitted, type Point, panBy, pinch, type Stage, type ZoomView, zoomAt } from './chat.zoom.ts';
export { createChat, defaultChatLimits } from './create-chat.ts';
