import { createAccessReloads, reloadOf } from './access-reloads.ts';
import { createDecisions } from './chat/decisions.ts';
import { type ChatFeature, createChat } from './chat/index.ts';
import { chatEndpoint, chatsEndpoint } from './contract/index.ts';
import type { MemberBase } from './member-base.ts';
import { runPart } from './member-part.ts';
import {
  browserMicrophone,
  browserNotifier,
  browserPictures,
  createBrowserFileSaver,
  createBrowserFileStore,
  createBrowserSounds,
} from './ports/index.ts';
import type { Site } from './site-features.ts';

/** The group chats and the personal chats of a member. */
export interface ChatFeatures {
  readonly groupChat: ChatFeature;
  readonly personalChat: ChatFeature;
  /** Repeats rejected loads after sign-in. Reference-counted. */
  start(): () => void;
  destroy(): void;
}

/**
 * Creates the chats with the session, options and ports of a site, and the member socket of a {@link MemberBase}. Without
 * side effects before `start()` or an action.
 */
export function createChatFeatures(
  { api: transport, session, base }: Site,
  { realtime }: Pick<MemberBase, 'realtime'>,
): ChatFeatures {
  const { options, keyPrefix, log, onError } = base;
  const { clock, scheduler, page, random, fetch } = base.ports;
  const common = { clock, scheduler, page, random, log, onError };
  const ports = {
    fileStore: createBrowserFileStore(`${keyPrefix}files`, (error) => onError({ where: 'storage', error })),
    fileSaver: createBrowserFileSaver(fetch),
    microphone: browserMicrophone,
    pictures: browserPictures,
    notifier: browserNotifier,
    sounds: createBrowserSounds(fetch),
    ...options.ports,
  };
  const reloads = createAccessReloads({ api: transport, $session: session.$state, scheduler });
  const decisions = createDecisions();
  const chatOf = (chatType: 'GR' | 'PR'): ChatFeature => {
    const chat = createChat({
      api: reloads.watch(() => [
        reloadOf(chatsEndpoint, chat.loadList),
        reloadOf(chatEndpoint, ({ params }) => chat.thread(params.id).reload()),
      ]),
      realtime,
      session,
      chatType,
      storage: session.cache,
      files: ports.fileStore,
      decisions,
      microphone: ports.microphone,
      pictures: ports.pictures,
      notifier: ports.notifier,
      sounds: ports.sounds,
      saver: ports.fileSaver,
      ...common,
    });
    return chat;
  };
  const features = { groupChat: chatOf('GR'), personalChat: chatOf('PR') };
  return { ...features, ...runPart({ $user: session.$user, features, reloads }) };
}
