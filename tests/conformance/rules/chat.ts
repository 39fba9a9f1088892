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
  {
    id: 'chat.message-kinds',
    source: 'product.md 3',
    rule: 'Images, several images, videos, audio, PDF, text files and documents are each drawn as what they are.',
  },
  {
    id: 'chat.side-panel',
    source: 'product.md 2',
    rule: "The side panel's image grid shows 2 images with a '+N more' overlay, documents that download, and the users.",
  },
  {
    id: 'chat.zoom',
    source: 'product.md 2',
    rule: 'Images and videos open a zoom modal.',
  },
  {
    id: 'chat.actions',
    source: 'product.md 6',
    rule: 'Everyone replies, copies and deletes for themselves; the receiver reacts, mutes, blocks and reports; the sender unsends.',
  },
  {
    id: 'chat.report-confirmation',
    source: 'product.md 5',
    rule: "Report asks 'Are you sure you want to report this message?' with 'This action will be reviewed by the admin.'",
  },
  {
    id: 'chat.unsent-text',
    source: 'product.md 4',
    rule: "An unsent message shows '{name} unsend this message', with 'You' for the sender.",
  },
  {
    id: 'chat.blocked-text',
    source: 'product.md 4',
    rule: "A blocked sender's message shows 'This user has been blocked by you.'",
  },
  {
    id: 'chat.mute-toggle',
    source: 'product.md 4',
    rule: 'A chat is muted and unmuted by its notifications toggle.',
  },
  {
    id: 'chat.forbidden',
    source: 'decisions.md 4',
    rule: 'A chat that somebody is not in cannot be told from one that is not there.',
  },
  {
    id: 'chat.pickers',
    source: 'product.md 2',
    rule: 'The composer has a file picker (pdf, doc, docx, txt, gif) and a media picker (image, video, audio), and each file can be removed.',
  },
  {
    id: 'chat.pasted-image',
    source: 'product.md 2',
    rule: 'Pasted images are attached.',
  },
  {
    id: 'chat.search-keys',
    source: 'product.md 2',
    rule: 'Ctrl/Cmd+F toggles the search box inside the chat, a second press is the browser’s, Escape closes it.',
  },
  {
    id: 'chat.long-press',
    source: 'decisions.md 12',
    rule: 'On a touch screen a long press opens the actions of a message.',
  },
  {
    id: 'chat.unsupported',
    source: 'product.md 8',
    rule: "A message of an unknown kind without a file reads 'Unsupported message'; a text file is shown as a document.",
  },
  {
    id: 'chat.visibility',
    source: 'product.md 4',
    rule: 'A message is normal, deleted for the viewer, unsent, or of a blocked sender.',
  },
  {
    id: 'chat.ticks',
    source: 'product.md 4',
    rule: 'One tick when sent, two grey when delivered to all, two indigo when seen by all.',
  },
  {
    id: 'chat.formats',
    source: 'product.md 9',
    rule: "The list's time is 'DD MMM YYYY hh:mm a', the tooltip 'Do MMMM YYYY, hh:mm:ss a'.",
  },
  {
    id: 'chat.mention-popup',
    source: 'product.md 5',
    rule: 'The mention popup opens when the last word starts with @ and offers other members by part of their first name, whatever the case.',
  },
  {
    id: 'chat.mention-ids',
    source: 'product.md 5',
    rule: 'Choosing a person inserts @first_name and records the id for mention_for.',
  },
  {
    id: 'chat.typing-list',
    source: 'product.md 9',
    rule: 'Typing shows for 3 s in the chat list.',
  },
  {
    id: 'chat.typing-line',
    source: 'product.md 4',
    rule: "'X is typing...' or 'N users are typing...', which expires after 5 s in a chat.",
  },
  {
    id: 'chat.typing-sent',
    source: 'product.md 4',
    rule: 'The composer sends typing true when its text is not empty, and false when it is.',
  },
  {
    id: 'chat.list-unread',
    source: 'product.md 2',
    rule: "A chat's row shows its last message and how many are unread.",
  },
  {
    id: 'chat.caches',
    source: 'decisions.md 12',
    rule: 'Once chats have been seen, chatList and personal_chatList hold their caches, bounded in bytes, written off the hot path.',
  },
  {
    id: 'chat.offline',
    source: 'decisions.md 5',
    rule: 'A message typed while offline is never posted twice and never lost silently.',
  },
  {
    id: 'chat.outbox-reload',
    source: 'decisions.md 5',
    rule: 'An unsent message survives a reload.',
  },
  {
    id: 'chat.failed-mark',
    source: 'decisions.md 5',
    rule: 'A message whose post failed stays in the list with a failed mark and Retry and Discard.',
  },
  {
    id: 'chat.enter',
    source: 'product.md 2',
    rule: 'Enter sends, Shift+Enter adds a line.',
  },
  {
    id: 'chat.unsend-sender',
    source: 'product.md 6',
    rule: 'Only the sender can unsend.',
  },
  {
    id: 'chat.react-others',
    source: 'product.md 6',
    rule: 'Reactions are by emoji on others’ messages.',
  },
  {
    id: 'chat.only-delete',
    source: 'decisions.md 11',
    rule: "Of the actions only 'delete for me' applies to a notice and to an unsent message.",
  },
  {
    id: 'chat.one-reaction',
    source: 'decisions.md 11',
    rule: 'A person has one reaction to a message; the same again takes it off.',
  },
  {
    id: 'chat.block-viewer',
    source: 'decisions.md 11',
    rule: 'Block concerns the sender, everywhere, for the viewer alone; unblocking brings the messages back whole.',
  },
  {
    id: 'chat.last-message',
    source: 'decisions.md 11',
    rule: 'last_msg is the newest message that the viewer may see.',
  },
  {
    id: 'chat.chat-type',
    source: 'decisions.md 11',
    rule: 'chat_type must be given.',
  },
  {
    id: 'chat.client-id',
    source: 'decisions.md 4',
    rule: 'The same client_id from the same user posts once, however often it is sent.',
  },
  {
    id: 'chat.length',
    source: 'decisions.md 11',
    rule: 'A message has at most 4,000 characters.',
  },
  {
    id: 'chat.newest-page',
    source: 'decisions.md 11',
    rule: 'Without min_id the newest page of 50 is answered.',
  },
  {
    id: 'chat.min-id',
    source: 'decisions.md 11',
    rule: 'min_id is exclusive: everything newer, at most the 1,000 newest; -1 is everything.',
  },
  {
    id: 'chat.sniffed-type',
    source: 'decisions.md 11',
    rule: "The server decides the type from the content; the client's message_type is a hint.",
  },
  {
    id: 'chat.upload-limits',
    source: 'decisions.md 11',
    rule: 'More than 10 files are 422, a file that is too large 413.',
  },
  {
    id: 'chat.signed-media',
    source: 'decisions.md 11',
    rule: 'Addresses of chat media carry a signature that expires.',
  },
  {
    id: 'chat.unsend-file',
    source: 'decisions.md 11',
    rule: 'Unsending removes the file.',
  },
  {
    id: 'chat.no-relay',
    source: 'decisions.md 5',
    rule: "A client's WebFetchMessage is only a hint: content that a client made up is never relayed.",
  },
  {
    id: 'chat.read-by-all',
    source: 'decisions.md 11',
    rule: 'Only ReadByAll marks as read.',
  },
];
