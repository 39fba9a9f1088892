// Search in one chat: over everything that is loaded, never over what happens to be drawn.
import { atom, type ReadableAtom } from 'nanostores';
import type { Message } from '../../contract/index.ts';
import { visibilityOf } from '../message/visibility.ts';

/** What the search box shows: '1 of 3' is `position` of `count`. */
export interface SearchState {
  readonly query: string;
  readonly count: number;
  /** From 1, the newest match first; 0 without one. */
  readonly position: number;
  /** The message that the position stands for; null without one. */
  readonly currentId: number | null;
  /** Older pages are being looked through. */
  readonly isLooking: boolean;
}

export interface ThreadSearch {
  readonly $state: ReadableAtom<SearchState>;
  /** Looks for a text in what is loaded, and shows the newest match; empty for none. */
  setQuery(query: string): void;
  /** The next older match. Past the last one, earlier pages are looked through; then it begins anew. */
  next(): Promise<void>;
  /** The next newer match. */
  previous(): void;
  /** Forgets the query. */
  close(): void;
}

export interface ThreadSearchOptions {
  /** Every message that is loaded, ascending by id. */
  readonly messages: () => readonly Message[];
  readonly viewerId: () => number;
  readonly hasOlder: () => boolean;
  /** Loads one page more. Gives false when it could not. */
  readonly loadOlder: () => Promise<boolean>;
  /** Shows a message. */
  readonly onCurrent: (messageId: number) => void;
}

/** A part of a text: what was searched for, or what stands between. */
export interface TextMatch {
  readonly text: string;
  readonly isMatch: boolean;
}

const atRest: SearchState = { query: '', count: 0, position: 0, currentId: null, isLooking: false };

// Not by locale: the same search finds the same on every device.
const fold = (text: string): string => text.toLowerCase();

/** Cuts a text where the query stands in it, whatever the case. Joined again, the parts are the text. */
export function splitMatches(text: string, query: string): readonly TextMatch[] {
  const wanted = fold(query.trim());
  const folded = fold(text);
  // Where lower case has another length (İ), places would not fit the text: it stays whole.
  if (wanted === '' || folded.length !== text.length) return text === '' ? [] : [{ text, isMatch: false }];
  const parts: TextMatch[] = [];
  let end = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, end)) {
    if (at > end) parts.push({ text: text.slice(end, at), isMatch: false });
    end = at + wanted.length;
    parts.push({ text: text.slice(at, end), isMatch: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** Ids of the messages that contain the query in their text or in a file's name, newest first. */
export function findMatches(messages: readonly Message[], query: string, viewerId: number): number[] {
  const wanted = fold(query.trim());
  const found: number[] = [];
  if (wanted === '') return found;
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    const message = messages[i] as Message;
    if (isMatch(message, wanted) && visibilityOf(message, viewerId) === 'normal') found.push(message.id);
  }
  return found;
}

function isMatch({ message, media }: Message, wanted: string): boolean {
  return fold(message).includes(wanted) || media.some(({ name }) => fold(name).includes(wanted));
}

/** Pages that one press of 'next' looks through. */
const maxPages = 40;

export function createThreadSearch(options: ThreadSearchOptions): ThreadSearch & { refresh(): void } {
  const $state = atom<SearchState>(atRest);
  let matches: readonly number[] = [];
  let generation = 0;

  function show(query: string, index: number, shows: boolean): void {
    const currentId = matches[index] ?? null;
    $state.set({
      query,
      count: matches.length,
      position: currentId === null ? 0 : index + 1,
      currentId,
      isLooking: false,
    });
    if (shows && currentId !== null) options.onCurrent(currentId);
  }

  function look(query: string): void {
    matches = findMatches(options.messages(), query, options.viewerId());
  }

  return {
    $state,
    setQuery(query) {
      generation += 1;
      look(query);
      show(query, 0, true);
    },
    async next() {
      const { query, position, isLooking } = $state.get();
      if (query.trim() === '' || isLooking) return;
      if (position < matches.length) {
        show(query, position, true);
        return;
      }
      const mine = generation;
      const before = matches.length;
      $state.set({ ...$state.get(), isLooking: true });
      for (let pages = 0; pages < maxPages && matches.length === before && options.hasOlder(); pages += 1) {
        const isLoaded = await options.loadOlder();
        if (mine !== generation) return;
        look(query);
        if (!isLoaded) break;
      }
      show(query, matches.length > before ? before : 0, true);
    },
    previous() {
      const { query, position } = $state.get();
      if (matches.length > 0) show(query, (position + matches.length - 2) % matches.length, true);
    },
    close() {
      generation += 1;
      matches = [];
      $state.set(atRest);
    },
    /** Messages came, changed or went: the counter follows, and stays with its message. */
    refresh() {
      const { query, currentId, isLooking } = $state.get();
      if (query.trim() === '' || isLooking) return;
      look(query);
      show(query, Math.max(0, currentId === null ? 0 : matches.indexOf(currentId)), false);
    },
  };
}
