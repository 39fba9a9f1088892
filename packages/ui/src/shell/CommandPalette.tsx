'use client';

import { useBeforePaint, useChat, useChatList, useVirtualList } from '@openbell/react-hooks';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { Dialog } from '../primitives/Dialog.tsx';
import { isComposing } from '../primitives/is-composing.ts';
import { useTexts } from '../primitives/texts.tsx';
import { type Command, chatPages, type PaletteChat, paletteCommands } from './palette.rules.ts';
import type { ShellItem } from './shell-items.ts';

export interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  /** Whether to offer chats and tickers too. */
  isSubscribed: boolean;
  /** Pages that the site does not have. Default: none. */
  hidden?: readonly ShellItem['id'][] | undefined;
  /** Called after closing, with the path to go to. */
  onGo: (href: string) => void;
}

/**
 * The command palette (Ctrl/Cmd+K): finds pages, chats and tickers. A combobox with a listbox, following the ARIA
 * Authoring Practices.
 */
export function CommandPalette(props: CommandPaletteProps): ReactNode {
  const text = useTexts();
  const box = useRef<HTMLInputElement>(null);
  const { open, onClose, isSubscribed, hidden = [] } = props;
  const kinds = (['GR', 'PR'] as const).filter((kind) => isSubscribed && !hidden.includes(chatPages[kind]));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text('shell.palette')}
      initialFocus={box}
      className="ob-palette"
    >
      <WithChats {...props} box={box} chats={[]} kinds={kinds} />
    </Dialog>
  );
}

const groupTexts = {
  pages: 'shell.palettePages',
  chats: 'shell.paletteChats',
  tickers: 'shell.paletteTickers',
} as const;

interface FinderProps extends CommandPaletteProps {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly chats: readonly PaletteChat[];
}

type Kind = PaletteChat['kind'];

/** Adds the chats of some kinds, which are loaded while the palette is open. */
function WithChats({
  kinds: [kind, ...others],
  ...props
}: FinderProps & { readonly kinds: readonly Kind[] }): ReactNode {
  return kind === undefined ? <Finder {...props} /> : <WithChatsOf {...props} kind={kind} others={others} />;
}

function WithChatsOf({
  kind,
  others,
  ...props
}: FinderProps & { readonly kind: Kind; readonly others: readonly Kind[] }): ReactNode {
  const { chats } = useChatList(useChat(kind));
  const added = chats.map(({ id, name }) => ({ id, name, kind }));
  return <WithChats {...props} chats={[...props.chats, ...added]} kinds={others} />;
}

function Finder({ box, chats, isSubscribed, hidden, onClose, onGo }: FinderProps): ReactNode {
  const text = useTexts();
  const listId = useId();
  const hint = text(isSubscribed ? 'shell.paletteHint' : 'shell.paletteHintMember');
  const [query, setQuery] = useState('');
  // The chats move in the list while it is open.
  const [activeId, setActiveId] = useState<string | null>(null);
  const commands = paletteCommands(text, query, { isSubscribed, chats, hidden });
  const active = commands.find(({ id }) => id === activeId) ?? commands[0];

  const go = (command: Command): void => {
    onClose();
    onGo(command.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter confirms the composition of an input method (IME).
    if (isComposing(event) || commands.length === 0) return;
    const at = active === undefined ? 0 : commands.indexOf(active);
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActiveId(commands[(next + commands.length) % commands.length]?.id ?? null);
    } else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      go(active);
    }
  };

  return (
    <>
      <div className="ob-input-box">
        <input
          ref={box}
          className="ob-input"
          role="combobox"
          aria-label={hint}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : optionId(listId, active)}
          placeholder={hint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={query}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.target.value);
            setActiveId(null);
          }}
        />
      </div>
      <Results listId={listId} commands={commands} active={active} onChoose={go} />
      <p className="ob-palette-empty" role="status">
        {commands.length === 0 ? text('shell.paletteEmpty') : ''}
      </p>
    </>
  );
}

const optionId = (listId: string, { id }: Command): string => `${listId}-${id}`;

/** Estimated height in pixels of an option. */
const estimate = 40;

/** The commands near the viewport by group. The active one is always rendered. */
function Results({
  listId,
  commands,
  active,
  onChoose,
}: {
  readonly listId: string;
  readonly commands: readonly Command[];
  readonly active: Command | undefined;
  readonly onChoose: (command: Command) => void;
}): ReactNode {
  const text = useTexts();
  const { items, listProps } = useVirtualList({
    keys: commands.map(({ id }) => id),
    estimate,
    kept: active === undefined ? undefined : commands.indexOf(active),
  });
  return (
    <div
      className="ob-palette-list"
      id={listId}
      role="listbox"
      aria-label={text('shell.palette')}
      {...listProps}
    >
      {[...new Set(commands.map(({ group }) => group))].map((group) => {
        const members = items.filter(({ index }) => commands[index]?.group === group);
        if (members.length === 0) return null;
        const name = text(groupTexts[group]);
        return (
          <fieldset key={group} className="ob-palette-members" aria-label={name}>
            {members.map(({ index, props: { 'aria-setsize': size, 'aria-posinset': place, ...row } }) => {
              const command = commands[index];
              return command === undefined ? null : (
                <div key={command.id} role="presentation" {...row}>
                  {commands[index - 1]?.group === group ? null : (
                    <p className="ob-palette-group" aria-hidden="true">
                      {name}
                    </p>
                  )}
                  <Option
                    id={optionId(listId, command)}
                    label={command.label}
                    size={size}
                    place={place}
                    isActive={command === active}
                    onChoose={() => onChoose(command)}
                  />
                </div>
              );
            })}
          </fieldset>
        );
      })}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly label: string;
  /** The number of options and the option's place among them, where others are not rendered. */
  readonly size: number | undefined;
  readonly place: number | undefined;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

/** An option. It is clicked, or selected by Enter in the text box, which keeps the focus. */
function Option({ id, label, size, place, isActive, onChoose }: OptionProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useBeforePaint(() => {
    if (isActive) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      id={id}
      ref={element}
      className="ob-option ob-palette-option"
      role="option"
      aria-selected={isActive}
      aria-setsize={size}
      aria-posinset={place}
      tabIndex={-1}
      data-highlighted={isActive || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose();
      }}
    >
      <span className="ob-option-label">{label}</span>
    </div>
  );
}
