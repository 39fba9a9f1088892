'use client';

import type { ChatSummary, Gallery } from '@openbell/core/chat';
import { useVirtualList } from '@openbell/react-hooks';
import { Bell, BellOff, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Avatar } from '../../primitives/Avatar.tsx';
import { IconButton } from '../../primitives/IconButton.tsx';
import { PartBoundary } from '../../primitives/PartBoundary.tsx';
import { TransientButton } from '../../primitives/TransientButton.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { DocumentRow } from '../media/DocumentRow.tsx';
import { MediaGrid } from '../media/MediaGrid.tsx';
import { ChatUsers } from './ChatUsers.tsx';

export interface SidePanelProps {
  readonly chat: ChatSummary;
  readonly gallery: Gallery;
  readonly viewerId: number;
  /** The people whom the viewer has blocked; they are marked among the users. */
  readonly blockedIds?: readonly number[] | undefined;
  /** Whether older messages with more files can be loaded. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly onLoadOlder: () => void;
  readonly onMute: (isMuted: boolean) => void;
  /** Loads more of the chat's users; returns false when it failed. */
  readonly onLoadUsers: () => Promise<boolean>;
  /** Opens the zoom modal at one of the gallery's images or videos. */
  readonly onZoom: (index: number) => void;
  readonly onDownload: (messageId: number, index: number) => Promise<boolean>;
  readonly onRenew: (messageId: number) => void;
  readonly onClose: () => void;
}

/** The details of a chat: notification settings, media, documents and members. */
export function SidePanel(props: SidePanelProps): ReactNode {
  return (
    <PartBoundary>
      <OpenSidePanel {...props} />
    </PartBoundary>
  );
}

function OpenSidePanel(props: SidePanelProps): ReactNode {
  const { chat, gallery, viewerId, blockedIds = [], onClose } = props;
  const text = useTexts();
  const title = useId();
  return (
    <aside className="ob-chat-panel" aria-labelledby={title}>
      <header className="ob-chat-panel-head">
        <h2 className="ob-chat-panel-title" id={title}>
          {text('chat.details')}
        </h2>
        <IconButton label={text('chat.detailsClose')} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </header>
      <div className="ob-chat-panel-who">
        <Avatar name={chat.name} src={chat.image} size="large" />
        <p className="ob-chat-panel-name" dir="auto">
          {chat.name || text('chat.unnamed')}
        </p>
      </div>
      <Notifications isMuted={chat.mute} onMute={props.onMute} />
      <section className="ob-chat-panel-part" aria-label={text('chat.media')}>
        <h3>{text('chat.media')}</h3>
        {gallery.media.length === 0 ? (
          <p className="ob-chat-panel-none">{text('chat.mediaNone')}</p>
        ) : (
          <MediaGrid
            items={gallery.media}
            most={2}
            onOpen={props.onZoom}
            onFailed={(item) => props.onRenew(item.messageId)}
          />
        )}
      </section>
      <section className="ob-chat-panel-part" aria-label={text('chat.documents')}>
        <h3>{text('chat.documents')}</h3>
        {gallery.documents.length === 0 ? (
          <p className="ob-chat-panel-none">{text('chat.documentsNone')}</p>
        ) : (
          <Documents documents={gallery.documents} onDownload={props.onDownload} />
        )}
      </section>
      {props.hasOlder ? (
        <TransientButton size="small" busy={props.isLoadingOlder} onClick={props.onLoadOlder}>
          {text('chat.panelMore')}
        </TransientButton>
      ) : null}
      <ChatUsers chat={chat} viewerId={viewerId} blockedIds={blockedIds} onLoadMore={props.onLoadUsers} />
    </aside>
  );
}

/** Estimated heights in pixels of a document and of a user. */
const documentEstimate = 56;

function Documents({
  documents,
  onDownload,
}: {
  readonly documents: Gallery['documents'];
  readonly onDownload: SidePanelProps['onDownload'];
}): ReactNode {
  const keys = documents.map(({ messageId, index }) => `${messageId}-${index}`);
  const { items, listProps } = useVirtualList({ keys, estimate: documentEstimate });
  return (
    <ul {...listProps}>
      {items.map(({ index, props }) => {
        const item = documents[index];
        return item === undefined ? null : (
          <li key={keys[index]} {...props}>
            <DocumentRow media={item.media} onDownload={() => onDownload(item.messageId, item.index)} />
          </li>
        );
      })}
    </ul>
  );
}

function Notifications({
  isMuted,
  onMute,
}: {
  readonly isMuted: boolean;
  readonly onMute: (isMuted: boolean) => void;
}): ReactNode {
  const text = useTexts();
  return (
    <button
      type="button"
      role="switch"
      className="ob-chat-switch"
      aria-checked={!isMuted}
      onClick={() => onMute(!isMuted)}
    >
      {isMuted ? <BellOff size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />}
      <span>{text('chat.notifications')}</span>
      <span className="ob-chat-switch-track" aria-hidden="true" />
    </button>
  );
}
