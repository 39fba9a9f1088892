'use client';

import { type Emoji, type EmojiList, type SkinTone, withSkinTone } from '@openbell/core/chat/emoji';
import { useEmoji } from '@openbell/react-hooks';
import { EmojiPicker as Base, type EmojiData } from 'frimousse';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isComposing } from '../../primitives/is-composing.ts';
import { useEmojiTexts } from './use-emoji-texts.ts';

export interface EmojiPickerProps {
  readonly emoji: Emoji;
  readonly list: EmojiList;
  readonly onChoose: (emoji: string) => void;
}

const tones: readonly SkinTone[] = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'];
const COLUMNS = 8;
/** An emoji that shows the skin tones. */
const HAND = 'raised_hand';

/** All emoji in a grid, with a search box, the recently chosen ones and the skin tone. */
export function EmojiPicker({ emoji, list, onChoose }: EmojiPickerProps): ReactNode {
  const text = useEmojiTexts();
  const { skinTone, recent, chooseSkinTone } = useEmoji(emoji);
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const isMoving = useRef(false);
  // The picker calls the function of its first render, and keeps the data by it.
  const resolve = useMemo(() => {
    const data = pickerData(list);
    return () => data;
  }, [list]);
  useEffect(() => {
    // On a touch screen the focus would open the keyboard.
    if (!globalThis.matchMedia?.('(hover: none)').matches) search.current?.focus();
  }, []);

  /** Lets one arrow key through per rendered move: the grid scrolls only to rows that are rendered. */
  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) {
      // The picker's library acts on Enter and arrow keys unless they are prevented. The input method has them already.
      event.preventDefault();
      return;
    }
    // The skin tones have arrow keys of their own.
    if (!event.key.startsWith('Arrow') || (event.target as HTMLInputElement).type === 'radio') return;
    if (isMoving.current) event.preventDefault();
    else {
      isMoving.current = true;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          isMoving.current = false;
        }),
      );
    }
  }

  return (
    <Base.Root
      className="ob-emoji-picker"
      columns={COLUMNS}
      skinTone={skinTone}
      resolveEmojiData={resolve}
      onKeyDown={onKeyDown}
      onEmojiSelect={({ emoji: chosen }) => onChoose(chosen)}
    >
      <Base.Search
        ref={search}
        className="ob-input ob-emoji-search"
        aria-label={text('emoji.search')}
        placeholder={text('emoji.search')}
        onChange={(event) => setQuery(event.target.value)}
      />
      {query !== '' || recent.length === 0 ? null : (
        <fieldset className="ob-emoji-recent" aria-label={text('emoji.recent')}>
          {recent.slice(0, COLUMNS).map((one) => (
            <button key={one} type="button" className="ob-emoji-item" onClick={() => onChoose(one)}>
              {one}
            </button>
          ))}
        </fieldset>
      )}
      <Base.Viewport className="ob-emoji-viewport">
        <Base.Empty className="ob-emoji-none">{text('emoji.none')}</Base.Empty>
        <Base.List
          className="ob-emoji-list"
          aria-label={text('emoji.title')}
          components={{ CategoryHeader, Row, Emoji: Item }}
        />
      </Base.Viewport>
      <SkinTones list={list} value={skinTone} onChange={chooseSkinTone} />
    </Base.Root>
  );
}

const CategoryHeader = ({
  category,
  ...props
}: {
  readonly category: { readonly label: string };
}): ReactNode => (
  <div className="ob-emoji-group" {...props}>
    {category.label}
  </div>
);

interface CellProps {
  readonly 'aria-rowindex'?: number | undefined;
  readonly 'aria-colindex'?: number | undefined;
  readonly children?: ReactNode;
}

/** The library counts rows and columns from 0, ARIA from 1. */
function fromOne<P extends CellProps>({ 'aria-rowindex': row, 'aria-colindex': column, ...props }: P) {
  return {
    ...props,
    ...(row === undefined ? {} : { 'aria-rowindex': row + 1 }),
    ...(column === undefined ? {} : { 'aria-colindex': column + 1 }),
  };
}

const Row = (props: CellProps): ReactNode => <div className="ob-emoji-row" {...fromOne(props)} />;

function Item({
  emoji,
  ...props
}: CellProps & {
  readonly emoji: { readonly emoji: string; readonly label: string; readonly isActive: boolean };
}): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const { isActive } = emoji;
  useEffect(() => {
    // The pointer must not move the grid below itself.
    if (isActive && !button.current?.matches(':hover')) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button ref={button} type="button" className="ob-emoji-item" title={emoji.label} {...fromOne(props)}>
      {emoji.emoji}
    </button>
  );
}

function SkinTones({
  list,
  value,
  onChange,
}: {
  readonly list: EmojiList;
  readonly value: SkinTone;
  readonly onChange: (tone: SkinTone) => void;
}): ReactNode {
  const text = useEmojiTexts();
  const name = useId();
  const hand = list.items.find(({ names }) => names.includes(HAND));
  if (hand === undefined) return null;
  return (
    <fieldset className="ob-emoji-tones">
      <legend className="ob-visually-hidden">{text('emoji.skinTone')}</legend>
      {tones.map((tone) => (
        <label key={tone} className="ob-emoji-tone" title={text(`emoji.tone-${tone}`)}>
          <input
            className="ob-visually-hidden"
            type="radio"
            name={name}
            aria-label={text(`emoji.tone-${tone}`)}
            checked={tone === value}
            onChange={() => onChange(tone)}
          />
          <span aria-hidden="true">{withSkinTone(hand, tone)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Converts the list to the data of the picker's library. */
function pickerData({ items, groups }: EmojiList): EmojiData {
  return {
    locale: 'en',
    emojis: items.map(({ emoji, label, names, tags, group, skins }) => ({
      emoji,
      label,
      category: group,
      version: 0,
      tags: [...tags, ...names],
      skins: skins ?? undefined,
    })),
    categories: groups.map(({ id, label }) => ({ index: id, label })),
    // Only for the library's own button of skin tones.
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  };
}
