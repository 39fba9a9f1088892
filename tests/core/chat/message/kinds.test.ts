import {
  fileExtension,
  fileMessageType,
  formatFileSize,
  messageForm,
  messageType,
} from '@openbell/core/chat';
import { describe, expect, it } from 'vitest';

describe('message type', () => {
  it.each([
    ['video/mp4', 'VID'],
    ['image/png', 'IMG'],
    ['audio/webm;codecs=opus', 'AUD'],
    ['application/pdf', 'PDF'],
    ['text/plain', 'TXT'],
    ['application/msword', 'DOC'],
    ['', 'DOC'],
  ])('the type of a %j file is %s', (type, expected) => {
    expect(fileMessageType({ type })).toBe(expected);
  });

  it.each([
    ...['clip.mp4', 'clip.M4V', 'clip.mov', 'clip.webm', 'clip.3gp', 'clip.3g2'].map((name) => [name, 'VID']),
    ...['a.mp3', 'a.m4a', 'a.M4B', 'a.ogg', 'a.oga', 'a.opus', 'a.weba', 'a.wav'].map((name) => [
      name,
      'AUD',
    ]),
    ...['a.jpg', 'a.JPEG', 'a.png', 'a.webp', 'a.gif', 'a.avif'].map((name) => [name, 'IMG']),
    ['a.docx', 'DOC'],
  ])('the type of %s is %s when the browser gives none', (name, expected) => {
    expect(fileMessageType({ type: '', name })).toBe(expected);
  });

  it('follows the first file; more than one is IMGS, none is TXT [chat.type-imgs]', () => {
    expect(messageType([])).toBe('TXT');
    expect(messageType([{ type: 'application/pdf' }])).toBe('PDF');
    expect(messageType([{ type: 'application/pdf' }, { type: 'image/png' }])).toBe('IMGS');
    expect(messageType([{ type: '', name: 'a.PDF' }])).toBe('PDF');
  });

  it('shows a text file as a document, and an unknown type without media as unsupported [chat.unsupported]', () => {
    expect(messageForm({ message_type: 'TXT', media: [] })).toBe('text');
    expect(messageForm({ message_type: 'TXT', media: [{}] })).toBe('document');
    expect(messageForm({ message_type: 'STICKER', media: [] })).toBe('unsupported');
  });
});

describe('file descriptions', () => {
  it.each([
    [null, ''],
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [1536, '1.5 KB'],
    [25 * 1024 * 1024, '25 MB'],
    [1024 * 1024 * 1024 * 1024 * 3, '3072 GB'],
    [Number.NaN, ''],
    [-1, ''],
  ])('formats %j bytes as %j', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text);
  });

  it.each([
    ['a.pdf', 'PDF'],
    ['archive.tar.gz', 'GZ'],
    ['no extension', ''],
    ['.hidden file', ''],
    ['x.a b', ''],
  ])('the extension label of %j is %j', (name, kind) => {
    expect(fileExtension(name)).toBe(kind);
  });
});
