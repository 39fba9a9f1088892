// Loads the members of large chats into the list: by page, and by a part of their name.
import type { ApiClient } from '../../api-client/index.ts';
import { type ChatPerson, chatUsersEndpoint } from '../../contract/index.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { foldText } from '../../shared/texts.ts';
import { mentionCandidates } from '../composer/mentions.ts';
import { type ChatError, toChatError } from '../errors.ts';
import { addMembers, hasMoreMembers } from './members.ts';
import type { ListStore } from './store.ts';

export interface MemberLoader {
  /** Loads the next members that are not in the list. */
  loadMore(chatId: number): Promise<Result<void, ChatError>>;
  /**
   * The other members of a chat whose name contains a text. Those who are not in the list are loaded, and `onFound` is called
   * when there are any.
   */
  find(chatId: number, query: string, onFound: () => void): readonly ChatPerson[];
}

export interface MemberLoaderOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly list: Pick<ListStore, 'find' | 'change'>;
  readonly viewerId: number;
  /** Publishes before a result is returned to the caller. */
  readonly publishNow: () => void;
}

/** What was loaded of a chat. */
interface Loaded {
  /** The last page. */
  page: number;
  /** The members in the list after it. */
  count: number;
  /** The texts that were searched, folded; true when a longer text cannot find others. */
  readonly searched: Map<string, boolean>;
}

export function createMemberLoader({ api, list, viewerId, publishNow }: MemberLoaderOptions): MemberLoader {
  const loaded = new Map<number, Loaded>();

  /** What is loaded of a chat: nothing when the list was loaded again without these members. */
  function loadedOf(chatId: number): Loaded {
    const count = list.find(chatId)?.users.length ?? 0;
    const known = loaded.get(chatId);
    if (known !== undefined && known.count <= count) return known;
    const nothing = { page: 0, count, searched: new Map() };
    loaded.set(chatId, nothing);
    return nothing;
  }

  /** Loads a page into the list. Returns the number of new members, and of the last page. */
  async function loadPage(chatId: number, query: { readonly page: number; readonly q?: string }) {
    const response = await api.request(chatUsersEndpoint, { params: { id: chatId }, query });
    // A backend without this call has no further members to show.
    if (!response.ok && response.status === 404) list.change(chatId, { users_count: null });
    if (!response.ok) return fail(toChatError(response));
    const known = list.find(chatId)?.users ?? [];
    const users = addMembers(known, response.data.data);
    const current = loadedOf(chatId);
    if (users !== known) list.change(chatId, { users });
    current.count = users.length;
    return succeed({ added: users.length - known.length, lastPage: response.data.last_page });
  }

  async function search(chatId: number, query: string, onFound: () => void): Promise<void> {
    const text = foldText(query);
    const done = loadedOf(chatId).searched;
    if (done.has(text) || [...done].some(([part, isComplete]) => isComplete && text.includes(part))) return;
    done.set(text, false);
    const result = await loadPage(chatId, { page: 1, q: query });
    if (!result.ok) {
      done.delete(text);
      return;
    }
    done.set(text, result.value.lastPage === 1);
    if (result.value.added > 0) onFound();
  }

  return {
    async loadMore(chatId) {
      for (;;) {
        const progress = loadedOf(chatId);
        const page = progress.page + 1;
        const result = await loadPage(chatId, { page });
        if (result.ok) {
          progress.page = page;
          // The number of members has changed meanwhile.
          if (page >= result.value.lastPage && progress === loadedOf(chatId))
            list.change(chatId, { users_count: list.find(chatId)?.users.length ?? null });
          else if (result.value.added === 0) continue;
        }
        publishNow();
        return result.ok ? succeed(undefined) : result;
      }
    },
    find(chatId, query, onFound) {
      const chat = list.find(chatId);
      if (chat === null) return [];
      if (query !== '' && hasMoreMembers(chat)) void search(chatId, query, onFound);
      return mentionCandidates(chat.users, viewerId, query);
    },
  };
}
