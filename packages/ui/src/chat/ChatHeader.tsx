'use client';

import { ArrowLeft, PanelRight, Search } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Avatar } from '../primitives/Avatar.tsx';
import { IconButton } from '../primitives/IconButton.tsx';
import { useTexts } from '../primitives/texts.tsx';

export interface ChatHeaderProps {
  readonly name: string;
  readonly image: string | null;
  readonly onBack: (() => void) | undefined;
  readonly isSearching: boolean;
  readonly hasPanel: boolean;
  /** Leave out when there is nothing to search or show. */
  readonly onSearch?: (() => void) | undefined;
  readonly onPanel?: (() => void) | undefined;
  /** Receives the details button. */
  readonly panelButtonRef?: Ref<HTMLButtonElement> | undefined;
}

/** The chat's name, the back button of a single-pane layout, search and details. */
export function ChatHeader(props: ChatHeaderProps): ReactNode {
  const { name, image, onBack, onSearch, onPanel, hasPanel, panelButtonRef } = props;
  const text = useTexts();
  return (
    <header className="ob-chat-header">
      {onBack === undefined ? null : (
        <IconButton className="ob-chat-back" label={text('chat.back')} onClick={onBack}>
          <ArrowLeft className="ob-directional" size={18} aria-hidden="true" />
        </IconButton>
      )}
      {name === '' ? (
        // Not loaded, or not accessible to the viewer.
        <span className="ob-chat-name" />
      ) : (
        <>
          <Avatar name={name} src={image} size="small" />
          <h2 className="ob-chat-name" dir="auto">
            {name}
          </h2>
        </>
      )}
      {onSearch === undefined ? null : (
        <IconButton label={text('chat.search')} aria-expanded={props.isSearching} onClick={onSearch}>
          <Search size={18} aria-hidden="true" />
        </IconButton>
      )}
      {onPanel === undefined ? null : (
        <IconButton
          ref={panelButtonRef}
          label={text('chat.details')}
          aria-expanded={hasPanel}
          onClick={onPanel}
        >
          <PanelRight className="ob-directional" size={18} aria-hidden="true" />
        </IconButton>
      )}
    </header>
  );
}
