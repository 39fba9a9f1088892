import type { Rule } from '../rule.ts';

export const chatRules: readonly Rule[] = [
  {
    id: 'chat.attachment-size',
    source: 'decisions.md 11',
    rule: 'A file has at most 25 MiB, a video 100 MiB, and is not empty.',
  },
  {
    id: 'chat.attachment-count',
    source: 'decisions.md 11',
    rule: 'A message has at most 10 files and 120 MiB of them together.',
  },
  {
    id: 'chat.split-files',
    source: 'decisions.md 11',
    rule: 'Several images are one message; every other file is a message of its own.',
  },
  {
    id: 'chat.type-first-file',
    source: 'product.md 5',
    rule: 'The message type follows the first file: video, image, audio, pdf, text, otherwise document.',
  },
  {
    id: 'chat.empty-message',
    source: 'product.md 5',
    rule: "Sending needs text that is not blank or a file; otherwise 'Please enter a message or select a file to send.'",
  },
  {
    id: 'chat.upload-progress',
    source: 'product.md 2',
    rule: 'A file on its way shows how much of it has left, and keeps its place among the texts of its chat.',
  },
  {
    id: 'chat.upload-cancel',
    source: 'decisions.md 5',
    rule: 'An upload that is taken back stays in the list with Retry and Discard.',
  },
  {
    id: 'chat.files-survive-reload',
    source: 'decisions.md 5',
    rule: 'A message whose post failed survives a reload, with its files.',
  },
  {
    id: 'chat.recorder-timer',
    source: 'product.md 4',
    rule: 'Recording goes from idle to recording, whose timer counts seconds as mm:ss, to stopped.',
  },
  {
    id: 'chat.voice-name',
    source: 'product.md 4',
    rule: 'A recording yields a voice file named as WebM audio that is attached.',
  },
  {
    id: 'chat.recorder-cap',
    source: 'decisions.md 11',
    rule: 'A voice note ends by itself after five minutes.',
  },
  {
    id: 'chat.microphone-failure',
    source: 'product.md 8',
    rule: "A microphone that fails reads 'Microphone access denied or not supported.'",
  },
  {
    id: 'chat.search-counter',
    source: 'product.md 2',
    rule: 'The search box has a match counter, previous, next and close.',
  },
  {
    id: 'chat.search-highlight',
    source: 'product.md 2',
    rule: 'What was searched for is marked in the text, which stays the same text.',
  },
  {
    id: 'chat.jump-highlight',
    source: 'product.md 9',
    rule: 'A jumped-to message is highlighted for 2 s.',
  },
  {
    id: 'chat.gallery',
    source: 'product.md 2',
    rule: 'The side panel has the images and videos of the chat, and its documents.',
  },
];
