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
    id: 'chat.text-length',
    source: 'traps F17',
    rule: 'A text has at most 4,000 characters; a longer one says so, is not sent, and stays in the box.',
  },
  {
    id: 'chat.empty-message',
    source: 'product.md 5',
    rule: "Sending needs text that is not blank or a file; otherwise 'Please enter a message or select a file to send.'",
  },
  {
    id: 'chat.upload-progress',
    source: 'our own',
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
    source: 'traps F13',
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
    rule: 'min_id is exclusive: everything newer, at most the 1,000 newest; -1 is everything; what is not an integer is 422.',
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
  {
    id: 'chat.actions-of',
    source: 'product.md 6',
    rule: 'Each person is offered the actions that are theirs, on their own and on others’ messages.',
  },
  {
    id: 'chat.action-toggles',
    source: 'product.md 4',
    rule: 'Message mute and block toggle between mute and unmute, block and unblock.',
  },
  {
    id: 'chat.day-divider',
    source: 'our own',
    rule: 'Today and yesterday are named; other days have their date.',
  },
  {
    id: 'chat.grouping',
    source: 'our own',
    rule: 'Messages of one sender and minute stand together, and days are divided.',
  },
  {
    id: 'chat.one-frame',
    source: 'our own',
    rule: 'A burst of messages is published once, with the next frame.',
  },
  { id: 'chat.type-imgs', source: 'product.md 5', rule: 'More than one file means IMGS.' },
  {
    id: 'chat.order',
    source: 'decisions.md 5',
    rule: 'Messages stand in the order of the server, whatever order they arrive in.',
  },
  {
    id: 'chat.deleted-hidden',
    source: 'product.md 4',
    rule: 'A message that was deleted for the viewer is hidden for them, and no late page brings it back.',
  },
  {
    id: 'chat.unsent-empty',
    source: 'product.md 4',
    rule: 'An unsent message has no text, no actions and no reactions left, also where it is quoted.',
  },
  {
    id: 'chat.ticks-forward',
    source: 'product.md 4',
    rule: 'Ticks never go back, and a receipt that overtakes its message is not lost.',
  },
  {
    id: 'chat.one-bubble',
    source: 'decisions.md 5',
    rule: 'One bubble stands for one message, whether its echo or its answer comes first.',
  },
  {
    id: 'chat.refused',
    source: 'decisions.md 5',
    rule: 'A refused message keeps the reason of the server, and the next one goes on.',
  },
  {
    id: 'chat.throttle-wait',
    source: 'decisions.md 4',
    rule: 'A throttled post waits as long as Retry-After says, and goes then.',
  },
  {
    id: 'chat.no-blind-post',
    source: 'decisions.md 5',
    rule: 'Where a backend does not know client_id, a lost answer is never followed by a blind second post.',
  },
  {
    id: 'chat.outbox-owner',
    source: 'decisions.md 5',
    rule: 'What is unsent stays for the same person after an expired session; a log-out and another person end it.',
  },
  {
    id: 'chat.outbox-property',
    source: 'decisions.md 5',
    rule: 'Any sequence of failures, reloads and duplicates posts each message exactly once.',
  },
  {
    id: 'chat.thread-property',
    source: 'decisions.md 5',
    rule: 'Any interleaving of pages, echoes, answers, updates, deletes and reconnects ends with the thread of the server.',
  },
  {
    id: 'chat.chaos',
    source: 'decisions.md 5',
    rule: 'What two members write through cuts, delays, doubled answers and a killed server stands once each, in one order, for both.',
  },
  {
    id: 'chat.search-older',
    source: 'our own',
    rule: 'The search goes on through earlier pages past the last match.',
  },
  {
    id: 'chat.search-what',
    source: 'our own',
    rule: 'The search finds texts and names of files, and nothing that is unsent, blocked or deleted.',
  },
  {
    id: 'chat.download-renewed',
    source: 'decisions.md 11',
    rule: 'A download whose address has expired is tried once more with a fresh one.',
  },
  {
    id: 'chat.subscribed-only',
    source: 'product.md 6',
    rule: 'Personal and group chat are for members with a subscription.',
  },
  {
    id: 'chat.list-kind',
    source: 'product.md 7',
    rule: 'GET /web/chats gives the chats of one chat_type, GR group or PR personal.',
  },
  {
    id: 'chat.delete-own',
    source: 'product.md 4',
    rule: 'Deleting for oneself hides a message for the deleter alone.',
  },
  {
    id: 'chat.unsend-all',
    source: 'product.md 4',
    rule: 'Unsending empties a message for everybody, in quotes too.',
  },
  { id: 'chat.unsend-window', source: 'traps F8', rule: 'A message can be unsent for 24 hours.' },
  {
    id: 'chat.mute-sender',
    source: 'decisions.md 11',
    rule: 'Mute concerns the sender, for the viewer alone, and answers the chat.',
  },
  {
    id: 'chat.mute-chat',
    source: 'product.md 7',
    rule: 'GET /web/chat/{id}/mute and /unmute mute and unmute a chat for the member.',
  },
  {
    id: 'chat.mute-by-post',
    source: 'traps D4',
    rule: 'What mutes and unmutes a chat by GET is taken by POST as well.',
  },
  {
    id: 'chat.report-kept',
    source: 'product.md 6',
    rule: 'A report keeps what was said, once a person, for review.',
  },
  {
    id: 'chat.unread-count',
    source: 'product.md 3',
    rule: 'unread_count counts what others wrote and the viewer may see.',
  },
  {
    id: 'chat.personal-name',
    source: 'decisions.md 11',
    rule: "A personal chat's name and image are the other member's; its users include the caller.",
  },
  {
    id: 'chat.action-known',
    source: 'product.md 7',
    rule: 'The action types are delete, report, unsend, mute, unmute, block, unblock and react.',
  },
  {
    id: 'chat.older-page',
    source: 'decisions.md 11',
    rule: 'GET /web/chat/{id}/more gives the page just before min_id.',
  },
  {
    id: 'chat.first-message-id',
    source: 'product.md 3',
    rule: 'first_message_id is the oldest id delivered; -1 means no earlier messages.',
  },
  {
    id: 'chat.post-answer',
    source: 'product.md 7',
    rule: 'POST /web/chat/{id} answers the message with its chat_id.',
  },
  {
    id: 'chat.mention-members',
    source: 'traps D10',
    rule: 'Mentions are kept for members of the chat only.',
  },
  {
    id: 'chat.no-mass-assignment',
    source: 'decisions.md 11',
    rule: 'A client cannot choose who it is, when it was or what is true of a message.',
  },
  {
    id: 'chat.database-order',
    source: 'decisions.md 11',
    rule: 'Messages of parallel posts become visible in the order of their ids.',
  },
  { id: 'chat.re-encoded', source: 'traps F12', rule: 'Images are written anew; what hid in them is gone.' },
  {
    id: 'chat.upload-stranger',
    source: 'traps F12',
    rule: 'An upload of somebody who is not in the chat is refused before it is read.',
  },
  {
    id: 'chat.download-name',
    source: 'traps F12',
    rule: 'A document is downloaded under its own name, byte for byte.',
  },
  {
    id: 'chat.file-name',
    source: 'traps F12',
    rule: 'A file name is harmless and ends as its content says.',
  },
  {
    id: 'chat.last-kind',
    source: 'decisions.md 11',
    rule: 'A file without text shows its kind in the list; for a document its name.',
  },
  { id: 'chat.media-form', source: 'product.md 3', rule: 'media is a file, or a list for IMGS.' },
  {
    id: 'chat.private-marks',
    source: 'traps F9',
    rule: 'A viewer learns of no deletion but their own, and of no block against them.',
  },
  {
    id: 'chat.post-throttle',
    source: 'traps F12',
    rule: '30 messages a minute a person, 8 at once; 20 posts with files in ten minutes, 500 MiB of files a day.',
  },
  {
    id: 'chat.links-safe',
    source: 'traps F17',
    rule: 'Words are drawn as text, whatever they are; only http and https addresses become links.',
  },
  {
    id: 'chat.arrow-keys',
    source: 'our own',
    rule: 'Arrow keys lead from the empty composer through the messages and back.',
  },
  {
    id: 'chat.one-pane',
    source: 'decisions.md 12',
    rule: "On a phone one pane shows at a time, and 'Back' leads to the list.",
  },
  {
    id: 'chat.file-quota',
    source: 'traps F12',
    rule: 'A person has 1 GiB for files; unsending makes room.',
  },
  {
    id: 'chat.file-scanner',
    source: 'traps F12',
    rule: 'With a scanner configured, a harmful file is refused, and so is what the scanner cannot look into; nothing is left behind.',
  },
  {
    id: 'chat.media-origin',
    source: 'traps F12',
    rule: 'Chat media can be served from an origin of their own, which serves nothing else.',
  },
  { id: 'chat.orphans', source: 'traps F12', rule: 'A file that no message has is removed.' },
  {
    id: 'chat.file-problem',
    source: 'decisions.md 11',
    rule: 'What cannot be sent says why before anything is sent.',
  },
  {
    id: 'chat.dropped-file',
    source: 'our own',
    rule: 'Files that are dropped on the chat are attached.',
  },
  {
    id: 'chat.waveform',
    source: 'our own',
    rule: 'A voice note shows its waveform, computed once, on which one seeks.',
  },
  {
    id: 'chat.drafts',
    source: 'our own',
    rule: 'What is being written outlives a reload, each chat its own, and ends with the log-out.',
  },
  { id: 'chat.copy-link', source: 'our own', rule: 'The addresses in a message can be copied.' },
  {
    id: 'chat.zoom-keys',
    source: 'our own',
    rule: 'In the zoom modal the arrow keys lead to the neighbours, + - and 0 enlarge and take back.',
  },
  {
    id: 'chat.zoom-gestures',
    source: 'our own',
    rule: 'In the zoom modal a swipe leads to the neighbours and two fingers enlarge.',
  },
  {
    id: 'chat.relay',
    source: 'decisions.md 5',
    rule: 'After a post WebFetchMessage is sent for backends that only relay, never in a frame that a socket refuses.',
  },
  {
    id: 'chat.list-row',
    source: 'product.md 2',
    rule: 'A row of the list has image, name, last message or Typing..., time as DD MMM YYYY hh:mm a, and how many are unread, its name bold then.',
  },
  {
    id: 'chat.list-muted',
    source: 'product.md 2',
    rule: 'A muted chat shows a mute icon in place of its count.',
  },
  { id: 'chat.list-spinner', source: 'product.md 2', rule: 'A spinner shows until chats load.' },
  {
    id: 'chat.first-chat',
    source: 'product.md 2',
    rule: 'Opening /chat or /personal-chat goes to the first chat.',
  },
  {
    id: 'chat.more-messages',
    source: 'product.md 2',
    rule: "The message list has a 'More Messages' button, or 'Start the conversation!' when no earlier message exists.",
  },
  {
    id: 'chat.reply-bar',
    source: 'product.md 2',
    rule: 'A reply shows a preview bar over the composer, which can be closed.',
  },
  { id: 'chat.load-logged', source: 'product.md 8', rule: 'A list of chats that does not load is logged.' },
  {
    id: 'chat.fields',
    source: 'product.md 3',
    rule: 'A chat has id, name, image, mute, unread_count, first_message_id, last_msg, messages and users.',
  },
  {
    id: 'chat.message-fields',
    source: 'product.md 3',
    rule: 'A message has the fields of product.md 3; what is optional and missing gets its default, and one malformed message loses itself only.',
  },
  {
    id: 'chat.post-fields',
    source: 'product.md 7',
    rule: 'A post is multipart: files[], message_type, chat_id, message, and where there are any reply_id and mention_for as a JSON list.',
  },
  {
    id: 'chat.quick-reactions',
    source: 'product.md 2',
    rule: 'The quick reactions are heart-eyes, laughing, crying, angry and thumbs up.',
  },
  {
    id: 'chat.opens-at-unread',
    source: 'our own',
    rule: 'A chat opens at its first unread message, or at its end.',
  },
  {
    id: 'chat.never-jumps',
    source: 'our own',
    rule: 'What is read stays where it is when messages come before, between or after, and when something changes its height.',
  },
  {
    id: 'chat.near-end',
    source: 'product.md 9',
    rule: 'Within 50 pixels of its end the list follows what is appended.',
  },
  {
    id: 'chat.read-sent',
    source: 'decisions.md 5',
    rule: 'ReadByAll is told once the end of the chat is in view of a visible page, and again for what comes then.',
  },
  {
    id: 'chat.typing-thinned',
    source: 'traps F7',
    rule: 'Typing goes out at most once in 2 s while somebody types on.',
  },
  {
    id: 'chat.fetch-chat-sent',
    source: 'product.md 7',
    rule: 'Muting a chat, and muting or blocking a person, tell WebFetchChat to the socket.',
  },
  {
    id: 'chat.block-merge',
    source: 'decisions.md 11',
    rule: 'The chat that mute and block answer is merged, never put in place of what is there; quotes of a blocked person are empty too.',
  },
  {
    id: 'chat.safe-areas',
    source: 'our own',
    rule: 'On a phone the bars and the composer keep clear of the notch and the home bar, upright and lying on its side.',
  },
  {
    id: 'chat.mark-heard',
    source: 'decisions.md 11',
    rule: 'A mute or block that was made on another device shows at once, and no answer that was asked for before undoes it.',
  },
  {
    id: 'chat.mark-everywhere',
    source: 'decisions.md 11',
    rule: 'A mute or block concerns the person in every chat.',
  },
  {
    id: 'chat.catch-up',
    source: 'decisions.md 5',
    rule: 'After a reconnect everything newer is fetched by min_id, in order, once each, and the page in view is read again.',
  },
  {
    id: 'chat.gap',
    source: 'decisions.md 11',
    rule: 'What lies between what is here and the newest page is filled by /more.',
  },
  {
    id: 'chat.list-without-messages',
    source: 'decisions.md 11',
    rule: 'messages is [] in the list, which never wipes what is there or cached.',
  },
  {
    id: 'chat.names',
    source: 'decisions.md 12',
    rule: 'The list of messages is a log, a message an article, the composer a text box Message; ticks say Sent, Delivered, Seen; Send is never disabled.',
  },
  {
    id: 'chat.header',
    source: 'product.md 2',
    rule: 'The header has the name of the chat.',
  },
  {
    id: 'chat.said',
    source: 'our own',
    rule: 'Screen readers hear politely new messages of others and who is typing, and nothing else.',
  },
  {
    id: 'chat.notice',
    source: 'product.md 3',
    rule: 'A notice of the system is a line of its own, without sender, ticks or actions.',
  },
  {
    id: 'chat.forwarded',
    source: 'product.md 3',
    rule: 'A forwarded message says so.',
  },
  {
    id: 'chat.quote',
    source: 'product.md 4',
    rule: "A quote reads its words, its kind, or why there is nothing of it; the viewer is 'You'.",
  },
  {
    id: 'chat.tick-colours',
    source: 'product.md 4',
    rule: 'Two ticks are grey when delivered to all, and indigo when seen by all.',
  },
  {
    id: 'chat.download-failed',
    source: 'product.md 8',
    rule: "A document that cannot be fetched says 'Download failed. Please try again.'",
  },
  {
    id: 'chat.deep-link',
    source: 'product.md 2',
    rule: '/chat/{id} and /personal-chat/{id} open that chat; a visitor is sent to sign in with it.',
  },
  {
    id: 'chat.reply-same-chat',
    source: 'traps F8',
    rule: 'An answer quotes a message of the same chat only.',
  },
  {
    id: 'chat.refused-posts',
    source: 'decisions.md 11',
    rule: 'A blank, too long or malformed post, a notice, another chat’s id and more than 50 mentions are 422, and nothing is stored.',
  },
  {
    id: 'chat.refused-kinds',
    source: 'decisions.md 11',
    rule: 'A refused kind is 415, SVG and HTML under whatever name; an empty or unreadable file 422; nothing is left behind.',
  },
  {
    id: 'chat.form-only',
    source: 'product.md 7',
    rule: 'A post that is no form is 415, a broken one 400.',
  },
  {
    id: 'chat.ranges',
    source: 'decisions.md 11',
    rule: 'Players get parts of a file.',
  },
  {
    id: 'chat.list-order',
    source: 'our own',
    rule: 'The most recently used chat comes first.',
  },
  {
    id: 'chat.client-id-elsewhere',
    source: 'decisions.md 4',
    rule: 'A client_id is its sender’s own, and of one chat.',
  },
  {
    id: 'chat.index-changes',
    source: 'our own',
    rule: 'The thread tells which index was added, changed or removed, so that no view compares lists.',
  },
  {
    id: 'chat.late-answer',
    source: 'decisions.md 5',
    rule: 'An answer never undoes what was heard after its request left.',
  },
  {
    id: 'chat.microphone-released',
    source: 'traps F13',
    rule: 'Cancelling, leaving the chat and a late permission give the microphone back; the name follows the real type.',
  },
  {
    id: 'chat.files-lost',
    source: 'decisions.md 5',
    rule: 'Files that are gone are not left out without a word.',
  },
  {
    id: 'chat.outbox-order',
    source: 'decisions.md 5',
    rule: 'A text shows at once; the texts of a chat are sent one after the other, in order.',
  },
];
