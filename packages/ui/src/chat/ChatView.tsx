'use client';

import type { ChatFeature, ChatThread, GalleryItem } from '@openbell/core/chat';
import type { Emoji } from '@openbell/core/chat/emoji';
import { useThread, useThreadSearch } from '@openbell/react-hooks';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { Composer } from './composer/Composer.tsx';
import { ChatAnnouncer } from './log/ChatAnnouncer.tsx';
import { MessageLog } from './log/MessageLog.tsx';
import { TypingLine, typingText } from './log/TypingLine.tsx';
import { focusLastMessage } from './log/use-arrow-keys.ts';
import { SoundThread } from './media/waveforms.tsx';
import { loadPopups, usePopups } from './message/use-popups.ts';
import { SidePanel } from './panel/SidePanel.tsx';
import { SearchBar } from './SearchBar.tsx';
import { useChatActions } from './use-chat-actions.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useSearchBox } from './use-search-box.ts';

export interface ChatViewProps {
  readonly chat: ChatFeature;
  readonly chatId: number;
  /** Opens the list where only one pane fits; without it there is no 'Back'. */
  readonly onBack?: (() => void) | undefined;
  /** The emoji (`createEmoji`), for a picker in the composer and all reactions. */
  readonly emoji?: Emoji | undefined;
  /** Replaces the composer by a text, and offers no actions: the page was opened offline. */
  readonly isReadOnly?: boolean | undefined;
}

type Zoomed = Pick<GalleryItem, 'messageId' | 'index'>;

/** Loads the popups' code ahead. A failure shows when they are opened. */
function prepare(): void {
  loadPopups().catch(() => undefined);
}

/** One chat: header, search, messages, composer and side panel. Pass the chat's id as `key`. */
export function ChatView({ chat, chatId, onBack, emoji, isReadOnly = false }: ChatViewProps): ReactNode {
  const text = useTexts();
  const { state, thread } = useThread(chat, chatId);
  const search = useThreadSearch(thread);
  const actions = useChatActions(thread);
  const viewerId = state.viewerId ?? -1;
  const view = useRef<HTMLElement>(null);
  const panelButtonRef = useRef<HTMLButtonElement>(null);
  const [hasPanel, setPanel] = useState(false);
  const [zoomed, setZoomed] = useState<Zoomed | null>(null);
  const gallery = useGallery(thread, hasPanel || zoomed !== null ? state.revision : null);
  const drop = useFileDrop(isReadOnly ? null : thread.composer.attach);
  const box = (): HTMLElement | null | undefined => view.current?.querySelector('textarea');
  const { isSearching, toggleSearch, closeSearch, onKeyDown } = useSearchBox(search, () => box()?.focus());
  const name = state.chat?.name ?? '';
  const image = state.chat?.image ?? null;

  if (state.status === 'missing') return <MissingChat name={name} onBack={onBack} />;

  const onFailed = (): void => actions.say(text('chat.actionFailed'));

  async function mute(isMuted: boolean): Promise<void> {
    actions.say('');
    const result = await chat.setMuted(chatId, isMuted);
    if (!result.ok) actions.say(result.error.message || text('chat.actionFailed'));
  }

  return (
    <section
      ref={view}
      className="ob-chat-view"
      aria-label={name}
      data-panel={hasPanel || undefined}
      tabIndex={-1}
      onPointerEnter={prepare}
      onFocus={prepare}
      onKeyDown={onKeyDown}
      {...drop.handlers}
    >
      <div className="ob-chat-talk">
        <ChatHeader
          name={name}
          image={image}
          onBack={onBack}
          isSearching={isSearching}
          hasPanel={hasPanel}
          onSearch={toggleSearch}
          onPanel={isReadOnly ? undefined : () => setPanel(!hasPanel)}
          panelButtonRef={panelButtonRef}
        />
        {isSearching ? <SearchBar thread={thread} onClose={closeSearch} /> : null}
        <SoundThread.Provider value={thread}>
          <MessageLog
            thread={thread}
            state={state}
            viewerId={viewerId}
            query={isSearching ? search.query : undefined}
            isReadOnly={isReadOnly}
            onLeaveDown={() => box()?.focus()}
            actions={{
              ...actions,
              onRetry: thread.retry,
              onDiscard: thread.discard,
              onCancel: thread.cancel,
              onZoom: (messageId, index) => setZoomed({ messageId, index }),
              onDownload: thread.download,
              onRenew: (messageId) => void thread.renew(messageId),
              onFailed,
              emoji,
            }}
          />
        </SoundThread.Provider>
        <TypingLine people={state.typing} />
        <ActionNotice notice={actions.notice} />
        <ChatAnnouncer
          key={thread.chatId}
          thread={thread}
          viewerId={viewerId}
          typing={typingText(state.typing, text)}
        />
        {isReadOnly ? (
          <SavedNote />
        ) : (
          <Composer thread={thread} emoji={emoji} onLeaveUp={() => focusLastMessage(view.current)} />
        )}
        {drop.isOver ? <p className="ob-chat-drop">{text('chat.dropHere')}</p> : null}
      </div>
      {hasPanel && state.chat !== null ? (
        <SidePanel
          chat={state.chat}
          gallery={gallery}
          viewerId={viewerId}
          blockedIds={state.blockedIds}
          hasOlder={state.hasOlder}
          isLoadingOlder={state.older === 'loading'}
          onLoadOlder={() => void thread.loadOlder()}
          onMute={(isMuted) => void mute(isMuted)}
          onLoadUsers={async () => (await thread.loadMoreUsers()).ok}
          onZoom={(index) => setZoomed(gallery.media[index] ?? null)}
          onDownload={thread.download}
          onRenew={(messageId) => void thread.renew(messageId)}
          onClose={() => {
            setPanel(false);
            // The pressed button is removed.
            panelButtonRef.current?.focus();
          }}
        />
      ) : null}
      <ChatPopups
        actions={actions}
        gallery={gallery}
        zoomed={zoomed}
        onZoom={setZoomed}
        onRenew={(messageId) => void thread.renew(messageId)}
        onFailed={onFailed}
      />
    </section>
  );
}

/** The files of a thread; none while `revision` is null, because nothing shows them. */
function useGallery(thread: ChatThread, revision: number | null): ReturnType<ChatThread['gallery']> {
  return useMemo(
    () => (revision === null ? { media: [], documents: [] } : thread.gallery()),
    [revision, thread],
  );
}

/** The result of the last action. */
function ActionNotice({ notice }: { readonly notice: string }): ReactNode {
  if (notice === '') return null;
  return (
    <p className="ob-chat-notice" role="alert">
      {notice}
    </p>
  );
}

/** Replaces the composer while only saved messages can be read. */
function SavedNote(): ReactNode {
  const text = useTexts();
  return (
    <p className="ob-chat-saved" role="status">
      {text('shell.youAreOffline')} {text('shell.savedChats')}
    </p>
  );
}

function MissingChat({ name, onBack }: { readonly name: string } & Pick<ChatViewProps, 'onBack'>): ReactNode {
  const text = useTexts();
  return (
    <section className="ob-chat-view">
      <div className="ob-chat-talk">
        <ChatHeader name={name} image={null} onBack={onBack} isSearching={false} hasPanel={false} />
        <div className="ob-chat-log-state">
          <EmptyState title={text('chat.threadMissing')} />
        </div>
      </div>
    </section>
  );
}

/** The zoomed picture and the report dialog, whose code loads when one of them opens. */
function ChatPopups({
  actions,
  gallery,
  zoomed,
  onZoom,
  onRenew,
  onFailed,
}: {
  readonly actions: ReturnType<typeof useChatActions>;
  readonly gallery: ReturnType<ChatThread['gallery']>;
  readonly zoomed: Zoomed | null;
  readonly onZoom: (zoomed: Zoomed | null) => void;
  readonly onRenew: (messageId: number) => void;
  readonly onFailed: () => void;
}): ReactNode {
  const text = useTexts();
  const popups = usePopups(zoomed !== null || actions.reported !== null, () => {
    onZoom(null);
    actions.cancelReport();
    onFailed();
  });
  if (popups === null) return null;
  const index = gallery.media.findIndex(
    (item) => item.messageId === zoomed?.messageId && item.index === zoomed.index,
  );
  return (
    <>
      <popups.MediaZoom
        items={gallery.media}
        index={index < 0 ? null : index}
        onIndex={(next) => onZoom(gallery.media[next] ?? null)}
        onClose={() => onZoom(null)}
        onRenew={onRenew}
      />
      <popups.AlertDialog
        open={actions.reported !== null}
        title={text('chat.reportTitle')}
        description={text('chat.reportText')}
        confirmLabel={text('chat.report')}
        busy={actions.isReporting}
        onCancel={actions.cancelReport}
        onConfirm={actions.confirmReport}
      />
    </>
  );
}
