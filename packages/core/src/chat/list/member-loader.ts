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

export function createMemberLoader({ api, list, viewerId, publishNow }: MemberLoaderOptions): MemberLoader {
  /** The number of pages that were loaded, by chat. */
  const pages = new Map<number, number>();
  /** The texts that were searched, by chat, folded; true when a longer text cannot find others. */
  const searched = new Map<number, Map<string, boolean>>();

  /** Loads a page into the list. Returns the number of new members, and of the last page. */
  async function loadPage(chatId: number, query: { readonly page: number; readonly q?: string }) {
    const response = await api.request(chatUsersEndpoint, { params: { id: chatId }, query });
    // A backend without this call has no further members to show.
    if (!response.ok && response.status === 404) list.change(chatId, { users_count: null });
    if (!response.ok) return fail(toChatError(response));
    const known = list.find(chatId)?.users ?? [];
    const users = addMembers(known, response.data.data);
    if (users !== known) list.change(chatId, { users });
    return succeed({ added: users.length - known.length, lastPage: response.data.last_page });
  }

  async function search(chatId: number, query: string, onFound: () => void): Promise<void> {
    const text = foldText(query);
    const done = searched.get(chatId) ?? new Map();
    searched.set(chatId, done);
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
        const page = (pages.get(chatId) ?? 0) + 1;
        const result = await loadPage(chatId, { page });
        if (result.ok) {
          pages.set(chatId, page);
          // The number of members has changed meanwhile.
          if (page >= result.value.lastPage)
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
