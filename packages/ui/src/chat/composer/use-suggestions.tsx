'use client';

import { type Emoji, type EmojiMatch, emojiQuery, insertEmoji } from '@openbell/core/chat/emoji';
import type { ChatPerson } from '@openbell/core/contract';
import { type ComposerBinding, useEmojiMatches } from '@openbell/react-hooks';
import { type KeyboardEvent, useState } from 'react';
import { Avatar } from '../../primitives/Avatar.tsx';
import type { Suggestion } from './SuggestionList.tsx';

/** The name of an emoji that is being typed, and its position in a text. */
interface TypedName {
  readonly text: string;
  readonly query: string;
  readonly start: number;
}

/** The word for which the emoji were closed, by the position of its colon in a text. */
interface ClosedName {
  readonly text: string;
  readonly start: number;
}

export interface Suggestions {
  readonly options: readonly Suggestion[];
  /** Index of the option that Enter selects. */
  readonly place: number;
  readonly isSuggesting: boolean;
  /** Sets the text of the composer. */
  readonly setText: (text: string, caret: number, inputType?: string) => void;
  readonly choose: (index: number) => void;
  /** Handles the keys of the list. Returns whether the key was one of them. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

/** Suggests members after @ and emoji after a colon. `onChosen` gets the caret after the inserted text. */
export function useSuggestions(
  composer: ComposerBinding,
  emoji: Emoji | undefined,
  onChosen: (caret: number) => void,
): Suggestions {
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState<TypedName | null>(null);
  const [closed, setClosed] = useState<ClosedName | null>(null);
  const { candidates } = composer;
  // Sending and other changes of the text end the name.
  const name = candidates === null && typed?.text === composer.text ? typed : null;
  const matches = useEmojiMatches(emoji, name?.query ?? null);
  const options = candidates === null ? matches.map(emojiOption) : candidates.map(memberOption);
  const count = options.length;
  const place = count === 0 ? 0 : chosen % count;

  function choose(index: number): void {
    const person = candidates?.[index];
    const match = matches[index];
    if (person !== undefined) onChosen(composer.choose(person));
    else if (match !== undefined && name !== null) {
      const { query, start } = name;
      const next = insertEmoji(composer.text, { emoji: match.emoji, start, end: start + query.length + 1 });
      emoji?.addRecent(match.emoji);
      onChosen(next.caret);
      composer.setText(next.text, next.caret);
    }
    setChosen(0);
  }

  return {
    options,
    place,
    isSuggesting: count > 0,
    choose,
    setText(text, caret, inputType) {
      composer.setText(text, caret, inputType);
      const isClosed = closed?.text === composer.text && /^:\S*$/.test(text.slice(closed.start, caret));
      setClosed(isClosed ? { text, start: closed.start } : null);
      const found = emoji === undefined || isClosed ? null : emojiQuery(text, caret);
      setTyped(found && { text, ...found });
    },
    onKeyDown(event) {
      if (count === 0) return false;
      if (event.key === 'ArrowDown') setChosen((place + 1) % count);
      else if (event.key === 'ArrowUp') setChosen((place + count - 1) % count);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(place);
      else if (event.key === 'Escape') {
        composer.closePopup();
        setTyped(null);
        setClosed(name && { text: composer.text, start: name.start });
      } else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

function memberOption({ id, first_name, dp }: ChatPerson): Suggestion {
  const content = (
    <>
      <Avatar name={first_name} src={dp} size="small" />
      <span>{first_name}</span>
    </>
  );
  return { key: String(id), content };
}

function emojiOption({ emoji, name }: EmojiMatch): Suggestion {
  return { key: name, content: `${emoji} :${name}:` };
}
