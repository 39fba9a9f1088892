// Limits on files, and how files are split into messages.
import type { MessageType } from '../../contract/index.ts';
import { fileMessageType } from '../message/kinds.ts';

/** A file in the composer. */
export interface Attachment {
  /** Unique in the composer; names may be equal. */
  readonly id: number;
  readonly file: File;
  readonly kind: MessageType;
}

export interface AttachmentLimits {
  /** Files of one message: 10. */
  readonly maxFiles: number;
  /** Bytes of a file: 25 MiB, of a video 100 MiB. */
  readonly fileBytes: number;
  readonly videoBytes: number;
  /** Bytes of a message's files together: 120 MiB. */
  readonly totalBytes: number;
}

const MIB = 1024 * 1024;

/** Limits on attached files. */
export const defaultAttachmentLimits: AttachmentLimits = {
  maxFiles: 10,
  fileBytes: 25 * MIB,
  videoBytes: 100 * MIB,
  totalBytes: 120 * MIB,
};

/** Values of `accept` for the two file pickers. */
export const pickableFiles = '.pdf,.doc,.docx,.txt,.gif';
export const pickableMedia = 'image/*,video/*,audio/*';

/**
 * - `file-kind`: a type that chats do not show (HEIC), or that a browser would run (SVG, HTML).
 * - `file-empty`, `file-large`, `video-large`: about one file.
 * - `files-many`, `files-large`: about all files together.
 */
export type AttachmentProblem =
  | 'file-kind'
  | 'file-empty'
  | 'file-large'
  | 'video-large'
  | 'files-many'
  | 'files-large';

const documentName = /\.docx?$/i;
const documentType =
  /^application\/(?:msword|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)$/;

/** The types of pictures, videos and sounds that servers accept, and other names that browsers have for them. */
const mediaTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/jpg',
  'image/pjpeg',
  'image/png',
  'image/x-png',
  'image/webp',
  'image/gif',
  'image/avif',
  'video/mp4',
  'video/x-m4v',
  'video/3gpp',
  'video/3gpp2',
  'video/quicktime',
  'video/webm',
  'audio/mp4',
  'audio/x-m4a',
  'audio/m4a',
  'audio/3gpp',
  'audio/3gpp2',
  'audio/webm',
  'audio/mpeg',
  'audio/mp3',
  'audio/x-mp3',
  'audio/ogg',
  'audio/opus',
  'audio/wav',
  'audio/x-wav',
  'audio/wave',
  'audio/vnd.wave',
]);

const isMedia = (type: MessageType): boolean => type === 'IMG' || type === 'VID' || type === 'AUD';

/** Whether servers accept a picture, video or sound, by its type or by its extension: browsers name types differently. */
function isKnownMedia({ type, name }: File): boolean {
  const mime = (type.split(';')[0] ?? '').trim().toLowerCase();
  return mediaTypes.has(mime) || isMedia(fileMessageType({ type: '', name }));
}

/** Whether a file may be sent, by its name and type. The server also checks its content. */
function isSendable(file: File, kind: MessageType): boolean {
  if (/svg/i.test(file.type) || /\.svgz?$/i.test(file.name)) return false;
  if (isMedia(kind)) return isKnownMedia(file);
  return kind === 'DOC' ? documentType.test(file.type) || documentName.test(file.name) : true;
}

/** Returns why a file cannot be sent, or null. */
export function attachmentProblem(file: File, limits: AttachmentLimits): AttachmentProblem | null {
  const kind = fileMessageType(file);
  if (!isSendable(file, kind)) return 'file-kind';
  if (file.size === 0) return 'file-empty';
  if (kind === 'VID') return file.size > limits.videoBytes ? 'video-large' : null;
  return file.size > limits.fileBytes ? 'file-large' : null;
}

/** Adds files up to the first one that cannot be sent, and returns why. `firstId` is the id of the first new file. */
export function addAttachments(
  known: readonly Attachment[],
  files: readonly File[],
  { firstId, limits }: { readonly firstId: number; readonly limits: AttachmentLimits },
): {
  readonly attachments: readonly Attachment[];
  readonly problem: AttachmentProblem | null;
  /** The file that cannot be sent. */
  readonly file: File | null;
} {
  const attachments = [...known];
  let bytes = known.reduce((sum, { file }) => sum + file.size, 0);
  for (const [index, file] of files.entries()) {
    bytes += file.size;
    const problem =
      attachments.length >= limits.maxFiles
        ? 'files-many'
        : (attachmentProblem(file, limits) ?? (bytes > limits.totalBytes ? 'files-large' : null));
    if (problem !== null) return { attachments, problem, file };
    attachments.push({ id: firstId + index, file, kind: fileMessageType(file) });
  }
  return { attachments, problem: null, file: null };
}

/** One message of several. */
export interface PlannedPost {
  readonly text: string;
  readonly files: readonly File[];
}

/**
 * Splits a text and files into messages. Images go into one message (IMGS), every other file into its own, because
 * servers reject mixed types. The text goes with the first.
 */
export function planPosts(text: string, files: readonly File[]): readonly PlannedPost[] {
  const images = files.filter((file) => fileMessageType(file) === 'IMG');
  const posts: PlannedPost[] = [];
  let isGrouped = false;
  for (const file of files) {
    const isImage = fileMessageType(file) === 'IMG';
    if (isImage && isGrouped) continue;
    posts.push({ text: posts.length === 0 ? text : '', files: isImage ? images : [file] });
    isGrouped ||= isImage;
  }
  return posts.length === 0 ? [{ text, files: [] }] : posts;
}
