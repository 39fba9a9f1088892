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
export type { Composer, ComposerProblem, ComposerState } from './composer/composer.ts';
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
export type { ChatError, ChatErrorCode } from './errors.ts';
export type { ChatListState, ChatRow, ChatSummary } from './list/summaries.ts';
export { allowedActions, type MenuAction, quickReactions } from './message/actions.ts';
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
  type Tick,
  tickOf,
  type Visibility,
  visibilityOf,
} from './message/visibility.ts';
export { fitted, type Point, panBy, pinch, type Stage, type ZoomView, zoomAt } from './message/zoom.ts';
export type { PendingFile, PendingMessage } from './outbox/pending.ts';
export { type ChatStorage, groupChatKeys, personalChatKeys } from './storage.ts';
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
  type RequestEpoch,
  type RowsSnapshot,
  type Thread,
  type ThreadChange,
  type ThreadItem,
  type ThreadOptions,
  type ThreadPage,
  type ThreadState,
  type ThreadView,
} from './thread/types.ts';
export {
  createWaveforms,
  peaksOf,
  type Waveform,
  type Waveforms,
  type WaveformsOptions,
} from './thread/waveforms.ts';
export type {
  ChatFeature,
  ChatLimits,
  ChatOptions,
  ChatSession,
  ChatThread,
} from './types.ts';
