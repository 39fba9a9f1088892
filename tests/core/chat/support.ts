import { type ChatFeature, type ChatOptions, createChat } from '@openbell/core/chat';
import type { Chat, Message } from '@openbell/core/contract';
import type { FileSaver, FileStore, Microphone, Pictures, SoundSamples, Sounds } from '@openbell/core/ports';
import { createMemoryFileStore } from '@openbell/core/ports';
import { createRealtime, type Realtime } from '@openbell/core/realtime';
import {
  createFakeApi,
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTime,
  createMemoryStorage,
  type FakeApi,
  type FakePage,
  type FakeSockets,
  type FakeTime,
  settle,
} from '@openbell/testing';
import { atom, type WritableAtom } from 'nanostores';

export const me = { id: 1, first_name: 'Ada', dp: null };
export const other = { id: 2, first_name: 'Grace', dp: null };

export { plainMessage as message } from '../../support/plain-message.ts';

export function chatOf(parts: Partial<Chat> = {}): Chat {
  return {
    id: 7,
    name: 'Scalpers',
    image: null,
    mute: false,
    unread_count: 0,
    first_message_id: null,
    last_msg: null,
    messages: [],
    users_count: null,
    users: [
      { user_id: 1, user: me },
      { user_id: 2, user: other },
    ],
    ...parts,
  };
}

/** A quote of a message, for `reply_to`. */
export const quoteOf = ({
  id,
  message,
  message_type,
  sender,
}: Message): NonNullable<Message['reply_to']> => ({
  id,
  message,
  message_type,
  media: [],
  sender,
  delete_from_everyone: false,
  is_block: false,
});

/** The socket's frame of a message. */
export const messageFrame = (message: Message, isScroll = true) => ({
  type: 'WebFetchMessage',
  user_id: message.sender.id,
  message,
  isScroll,
});

export interface Rig {
  readonly time: FakeTime;
  readonly page: FakePage;
  readonly sockets: FakeSockets;
  readonly api: FakeApi;
  readonly storage: ReturnType<typeof createMemoryStorage>;
  readonly files: FileStore;
  readonly microphone: FakeMicrophone;
  /** Every photo has this side, in pixels; 0 when the browser cannot decode it. */
  readonly pictures: Pictures & { side: number };
  /** The result of decoding a sound. */
  readonly sounds: Sounds & { sound: SoundSamples | null };
  /** Saved URLs; `refuse` is the number of next downloads that fail. */
  readonly saver: FileSaver & { readonly saved: string[]; refuse: number };
  readonly $user: WritableAtom<{ readonly id: number } | null>;
  readonly $state: WritableAtom<{ readonly status: string; readonly reason?: string }>;
  /** Tags of notifications that were closed. */
  readonly closed: string[];
  /** What was logged. */
  readonly logged: readonly string[];
  readonly realtime: Realtime;
  readonly chat: ChatFeature;
  /** The page after a reload: everything is new except the storage. */
  reload(): Rig;
}

/** A fake microphone. */
interface FakeMicrophone extends Microphone {
  isRefused: boolean;
  /** The content of the next recordings. */
  bytes: string;
  /** The number of active recordings. */
  running: number;
  /** Removes the device. */
  unplug: () => void;
}

function createFakeMicrophone(): FakeMicrophone {
  const microphone: FakeMicrophone = {
    isRefused: false,
    bytes: 'voice',
    running: 0,
    unplug: () => {},
    async record(types, onLost) {
      if (microphone.isRefused) throw new DOMException('Permission denied', 'NotAllowedError');
      microphone.running += 1;
      microphone.unplug = onLost;
      const end = (): void => {
        microphone.running -= 1;
      };
      return {
        mimeType: types[0] ?? '',
        async stop() {
          end();
          return new Blob([microphone.bytes], { type: types[0] ?? '' });
        },
        cancel: end,
      };
    },
  };
  return microphone;
}

function createFakeSaver(): Rig['saver'] {
  const saved: string[] = [];
  const saver: Rig['saver'] = {
    saved,
    refuse: 0,
    async save(url, name) {
      if (saver.refuse > 0) {
        saver.refuse -= 1;
        return false;
      }
      saved.push(`${name} ${url}`);
      return true;
    },
  };
  return saver;
}

export function createRig(
  storage = createMemoryStorage(),
  api = createFakeApi(settle),
  files: FileStore = createMemoryFileStore(),
  options: Pick<ChatOptions, 'decisions'> & Partial<Pick<ChatOptions, 'chatType'>> = {},
): Rig {
  const time = createFakeTime();
  const page = createFakePage();
  const sockets = createFakeSockets();
  const $user = atom<{ readonly id: number } | null>(me);
  const $state = atom<{ readonly status: string; readonly reason?: string }>({ status: 'signed-in' });
  const random = createFakeRandom();
  const microphone = createFakeMicrophone();
  const saver = createFakeSaver();
  const logged: string[] = [];
  const closed: string[] = [];
  const sounds: Rig['sounds'] = { sound: null, decode: async () => sounds.sound };
  const pictures: Rig['pictures'] = {
    side: 0,
    async decode() {
      const { side } = pictures;
      if (side === 0) throw new Error('The picture cannot be decoded.');
      const encode = async ({ type }: { readonly type: string }) => new Blob(['s'], { type });
      return { width: side, height: side, encode, close: () => {} };
    },
  };
  const realtime = createRealtime({
    url: 'ws://test/api/ws',
    protocols: () => ($user.get() === null ? null : ['openbell.v1', 'bearer.token']),
    $session: $user,
    socketFactory: sockets.factory,
    scheduler: time.scheduler,
    page,
    random,
  });
  const chat = createChat({
    api,
    realtime,
    session: { $user, $state },
    chatType: 'GR',
    ...options,
    storage,
    files,
    microphone,
    saver,
    pictures,
    sounds,
    clock: time.clock,
    scheduler: time.scheduler,
    page,
    random: { uuid: () => crypto.randomUUID() },
    notifier: { close: (tags) => void closed.push(...tags) },
    log: (text) => void logged.push(text),
  });
  return {
    time,
    page,
    sockets,
    api,
    storage,
    files,
    microphone,
    saver,
    pictures,
    sounds,
    $user,
    $state,
    closed,
    logged,
    realtime,
    chat,
    reload: () => createRig(storage, api, files, options),
  };
}

/** The texts of a thread's rows, pending ones in brackets. */
export function rows(chat: ChatFeature, chatId = 7): string[] {
  const thread = chat.thread(chatId);
  const texts: string[] = [];
  for (let index = 0; ; index += 1) {
    const item = thread.at(index);
    if (item === undefined) return texts;
    texts.push('state' in item ? `[${item.text}]` : item.message);
  }
}
