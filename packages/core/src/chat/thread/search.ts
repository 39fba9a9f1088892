// Searches the loaded messages of one chat, rendered or not.
import { atom, type ReadableAtom } from 'nanostores';
import type { Message } from '../../contract/index.ts';
import { foldText, placesOf } from '../../shared/texts.ts';
import { visibilityOf } from '../message/visibility.ts';
import type { ThreadLoader } from './loader.ts';

/** The state of the search box: '1 of 3' is `position` of `count`. */
export interface SearchState {
  readonly query: string;
  readonly count: number;
  /** From 1, the newest match first; 0 without one. */
  readonly position: number;
  /** The message at `position`; null without one. */
  readonly currentId: number | null;
  /** Older pages are being searched. */
  readonly isLooking: boolean;
}

export interface ThreadSearch {
  readonly $state: ReadableAtom<SearchState>;
  /** Searches the loaded messages and shows the newest match; an empty text matches nothing. */
  setQuery(query: string): void;
  /** Shows the next older match. After the last one, older pages are searched; then it starts over. */
  next(): Promise<void>;
  /** Shows the next newer match. */
  previous(): void;
  /** Clears the query. */
  close(): void;
}

interface SearchedThread {
  readonly $state: ReadableAtom<{ readonly hasOlder: boolean }>;
  readonly loader: Pick<ThreadLoader, 'jumpTo' | 'loadOlder'>;
  /** Returns the ids of the loaded messages that contain a text, newest first. */
  find(query: string): readonly number[];
}

/** A part of a text: a match, or the text between matches. */
export interface TextMatch {
  readonly text: string;
  readonly isMatch: boolean;
}

const noSearch: SearchState = { query: '', count: 0, position: 0, currentId: null, isLooking: false };

/** Splits a text at the matches of a query, as `foldText` compares them. The parts joined are the text. */
export function splitMatches(text: string, query: string): readonly TextMatch[] {
  const parts: TextMatch[] = [];
  let end = 0;
  for (const [start, next] of placesOf(text, foldText(query).trim())) {
    if (start > end) parts.push({ text: text.slice(end, start), isMatch: false });
    parts.push({ text: text.slice(start, next), isMatch: true });
    end = next;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** Returns the ids of visible messages with the query in their text or a file name, newest first. */
export function findMatches(messages: readonly Message[], query: string, viewerId: number): number[] {
  const wanted = foldText(query).trim();
  const found: number[] = [];
  if (wanted === '') return found;
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    const message = messages[i] as Message;
    if (isMatch(message, wanted) && visibilityOf(message, viewerId) === 'normal') found.push(message.id);
  }
  return found;
}

function isMatch({ message, media }: Message, wanted: string): boolean {
  return foldText(message).includes(wanted) || media.some(({ name }) => foldText(name).includes(wanted));
}

/** Pages that one call of `next` searches. */
const maxPages = 40;

export function createThreadSearch(thread: () => SearchedThread): ThreadSearch & { refresh(): void } {
  const $state = atom<SearchState>(noSearch);
  let matches: readonly number[] = [];
  /** Incremented by each new query and by `previous()`, which end the search of older pages. */
  let searches = 0;
  const hasOlder = (): boolean => thread().$state.get().hasOlder;

  function show(query: string, index: number, shows: boolean): void {
    const currentId = matches[index] ?? null;
    $state.set({
      query,
      count: matches.length,
      position: currentId === null ? 0 : index + 1,
      currentId,
      isLooking: false,
    });
    if (shows && currentId !== null) void thread().loader.jumpTo(currentId);
  }

  return {
    $state,
    setQuery(query) {
      searches += 1;
      matches = thread().find(query);
      show(query, 0, true);
    },
    async next() {
      const { query, position, currentId, isLooking } = $state.get();
      if (query.trim() === '' || isLooking) return;
      if (position < matches.length) {
        show(query, position, true);
        return;
      }
      const mine = searches;
      // By the current match, because new messages can match meanwhile.
      const olderIndex = (): number => (currentId === null ? 0 : matches.indexOf(currentId) + 1);
      const hasMatch = (): boolean => olderIndex() < matches.length;
      $state.set({ ...$state.get(), isLooking: true });
      for (let pages = 0; pages < maxPages && !hasMatch() && hasOlder(); pages += 1) {
        const loaded = await thread().loader.loadOlder();
        if (mine !== searches) return;
        matches = thread().find(query);
        if (!loaded.ok) break;
      }
      show(query, hasMatch() ? olderIndex() : 0, true);
    },
    previous() {
      const { query, currentId } = $state.get();
      searches += 1;
      matches = thread().find(query);
      const index = currentId === null ? 0 : matches.indexOf(currentId);
      show(query, index > 0 ? index - 1 : matches.length - 1, true);
    },
    close() {
      searches += 1;
      matches = [];
      $state.set(noSearch);
    },
    /** The messages have changed: updates the matches and stays at the current message. */
    refresh() {
      const { query, currentId, isLooking } = $state.get();
      if (query.trim() === '' || isLooking) return;
      matches = thread().find(query);
      show(query, Math.max(0, currentId === null ? 0 : matches.indexOf(currentId)), false);
    },
  };
}
