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
} from './composer/attachments.ts';
export { insertMention, type MentionRange, mentionCandidates, mentionQuery } from './composer/mentions.ts';
export {
  createRecorder,
  formatDuration,
  type Recorder,
  type RecorderOptions,
  type RecorderState,
  voiceFile,
} from './composer/recorder.ts';
export { createChat, defaultChatLimits } from './create-chat.ts';
export { groupChatKeys, personalChatKeys } from './list/cache.ts';
export type { ChatSummary } from './list/summaries.ts';
export {
  dayKey,
  dayName,
  fileExtension,
  formatFileSize,
  formatListTime,
  formatMessageTime,
  formatTooltip,
} from './message/format.ts';
export { type Gallery, type GalleryItem, galleryOf } from './message/gallery.ts';
export {
  type FileKind,
  fileMessageType,
  type MessageForm,
  messageForm,
  messageType,
} from './message/kinds.ts';
export { linkify, linksOf, type TextPart } from './message/links.ts';
export { relayFrame } from './message/relay.ts';
export {
  allowedActions,
  type MenuAction,
  quickReactions,
  type Tick,
  tickOf,
  type Visibility,
  visibilityOf,
} from './message/visibility.ts';
export { fitted, type Point, panBy, pinch, type Stage, type ZoomView, zoomAt } from './message/zoom.ts';
export type { ChatStorage } from './outbox/storage.ts';
export { createThread } from './thread/engine.ts';
export { frameRow, type RowFrame } from './thread/row-frame.ts';
export {
  findMatches,
  type SearchState,
  splitMatches,
  type TextMatch,
  type ThreadSearch,
} from './thread/search.ts';
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
} from './thread/types.ts';
export {
  createWaveforms,
  peaksOf,
  type Waveform,
  type Waveforms,
  type WaveformsOptions,
} from './thread/waveforms.ts';
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
} from './types.ts';
