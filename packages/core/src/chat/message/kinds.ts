// The type of a message, from its files. The server applies the same rule to sniffed types.
import type { MessageType } from '../../contract/index.ts';

/** A file's MIME type, and its name where the browser gives no type. */
export interface FileKind {
  readonly type: string;
  readonly name?: string;
}

const typeByExtension: Readonly<Record<string, MessageType>> = {
  jpg: 'IMG',
  jpeg: 'IMG',
  png: 'IMG',
  webp: 'IMG',
  gif: 'IMG',
  avif: 'IMG',
  mp4: 'VID',
  m4v: 'VID',
  mov: 'VID',
  webm: 'VID',
  '3gp': 'VID',
  '3g2': 'VID',
  mp3: 'AUD',
  m4a: 'AUD',
  m4b: 'AUD',
  ogg: 'AUD',
  oga: 'AUD',
  opus: 'AUD',
  weba: 'AUD',
  wav: 'AUD',
  pdf: 'PDF',
  txt: 'TXT',
};

/** Returns the message type of one file: video, image, audio, pdf, text, otherwise document. */
export function fileMessageType(file: FileKind): MessageType {
  const mime = (file.type.split(';')[0] ?? '').trim().toLowerCase();
  if (mime.startsWith('video/')) return 'VID';
  if (mime.startsWith('image/')) return 'IMG';
  if (mime.startsWith('audio/')) return 'AUD';
  if (mime === 'application/pdf') return 'PDF';
  if (mime === 'text/plain') return 'TXT';
  if (mime !== '' && mime !== 'application/octet-stream') return 'DOC';
  const name = file.name ?? '';
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') ? (typeByExtension[extension] ?? 'DOC') : 'DOC';
}

/** Returns the message type of a post: TXT without files, the type of a single file, IMGS for several. */
export function messageType(files: readonly FileKind[]): MessageType {
  const [first] = files;
  if (first === undefined) return 'TXT';
  return files.length > 1 ? 'IMGS' : fileMessageType(first);
}

/** How a message is rendered. A `.txt` file is TXT with media and is rendered as a document. */
export type MessageForm =
  | 'text'
  | 'image'
  | 'images'
  | 'video'
  | 'audio'
  | 'document'
  | 'activity'
  | 'unsupported';

const forms: ReadonlyMap<string, MessageForm> = new Map<MessageType, MessageForm>([
  ['TXT', 'text'],
  ['IMG', 'image'],
  ['IMGS', 'images'],
  ['VID', 'video'],
  ['AUD', 'audio'],
  ['ACT', 'activity'],
  ['PDF', 'document'],
  ['DOC', 'document'],
]);

/** Returns how a message is rendered: unknown types are documents when they have media, else unsupported. */
export function messageForm(message: {
  readonly message_type: string;
  readonly media: readonly unknown[];
}): MessageForm {
  const form = forms.get(message.message_type) ?? 'unsupported';
  return message.media.length > 0 && (form === 'text' || form === 'unsupported') ? 'document' : form;
}
