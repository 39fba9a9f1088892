'use client';

import { type ChatFeature, type ChatThread, isPending, type MenuAction } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { useThread } from '@openbell/react-hooks';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { AlertDialog } from '../primitives/AlertDialog.tsx';
import { Avatar } from '../primitives/Avatar.tsx';
import { IconButton } from '../primitives/IconButton.tsx';
import { EmptyState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { Composer } from './Composer.tsx';
import { MessageLog } from './MessageLog.tsx';
import { TypingLine } from './TypingLine.tsx';

/** Props of {@link ChatView}. */
export interface ChatViewProps {
  readonly chat: ChatFeature;
  readonly chatId: number;
  /** Leads to the list where only one pane fits; without it there is no 'Back'. */
  readonly onBack?: (() => void) | undefined;
}

/** One chat: its header, messages and composer. Give it the chat's id as `key`. */
export function ChatView({ chat, chatId, onBack }: ChatViewProps): ReactNode {
  const text = useTexts();
  const { state, thread } = useThread(chat, chatId);
  const viewerId = chat.viewerId() ?? -1;
  const [reported, setReported] = useState<Message | null>(null);
  const [isReporting, setReporting] = useState(false);
  const [notice, setNotice] = useState('');

  async function run(work: ReturnType<ChatThread['react']>, done = ''): Promise<void> {
    const result = await work;
    setNotice(result.ok ? done : result.error.message || text('chat.actionFailed'));
  }

  async function copy(message: Message): Promise<void> {
    try {
      await navigator.clipboard.writeText(message.message);
      setNotice(text('chat.copied'));
    } catch {
      setNotice(text('chat.copyFailed'));
    }
  }

  function onAction(action: MenuAction, message: Message): void {
    setNotice('');
    if (action === 'reply') thread.composer.reply(message);
    else if (action === 'copy') void copy(message);
    else if (action === 'report') setReported(message);
    else if (action !== 'react') void run(thread.act(message.id, action));
  }

  async function report(message: Message): Promise<void> {
    setReporting(true);
    await run(thread.act(message.id, 'report'), text('chat.reported'));
    setReporting(false);
    setReported(null);
  }

  if (state.status === 'missing') {
    return (
      <section className="ob-chat-view">
        <Header name={state.chat?.name ?? ''} image={null} onBack={onBack} />
        <EmptyState title={text('chat.threadMissing')} />
      </section>
    );
  }
  const name = state.chat?.name ?? '';
  return (
    <section className="ob-chat-view" aria-label={name}>
      <Header name={name} image={state.chat?.image ?? null} onBack={onBack} />
      <MessageLog
        thread={thread}
        state={state}
        viewerId={viewerId}
        actions={{
          onAction,
          onReact: (message, emoji) => void run(thread.react(message.id, emoji)),
          onRetry: thread.retry,
          onDiscard: thread.discard,
        }}
      />
      <TypingLine people={state.typing} />
      {notice === '' ? null : (
        <p className="ob-chat-notice" role="alert">
          {notice}
        </p>
      )}
      <NewMessageVoice thread={thread} viewerId={viewerId} />
      <Composer thread={thread} />
      <AlertDialog
        open={reported !== null}
        title={text('chat.reportTitle')}
        description={text('chat.reportText')}
        confirmLabel={text('chat.report')}
        busy={isReporting}
        onCancel={() => setReported(null)}
        onConfirm={() => reported !== null && void report(reported)}
      />
    </section>
  );
}

function Header({
  name,
  image,
  onBack,
}: {
  readonly name: string;
  readonly image: string | null;
  readonly onBack: (() => void) | undefined;
}): ReactNode {
  const text = useTexts();
  return (
    <header className="ob-chat-header">
      {onBack === undefined ? null : (
        <IconButton className="ob-chat-back" label={text('chat.back')} onClick={onBack}>
          <ArrowLeft size={18} aria-hidden="true" />
        </IconButton>
      )}
      <Avatar name={name} src={image} size="small" />
      <h2 className="ob-chat-name" dir="auto">
        {name}
      </h2>
    </header>
  );
}

/**
 * Says new messages of others politely. The log itself is silent: it draws and removes rows while somebody scrolls,
 * and none of that is news.
 */
function NewMessageVoice({
  thread,
  viewerId,
}: {
  readonly thread: ChatThread;
  readonly viewerId: number;
}): ReactNode {
  const [said, setSaid] = useState('');
  useEffect(
    () =>
      thread.onChange((kind, index, count) => {
        const item = thread.at(index);
        const isEnd = thread.at(index + 1) === undefined || isPending(thread.at(index + 1) as Message);
        if (kind !== 'added' || count !== 1 || !isEnd || item === undefined || isPending(item)) return;
        if (item.sender.id !== viewerId && !item.is_block)
          setSaid(`${item.sender.first_name}: ${item.message}`);
      }),
    [thread, viewerId],
  );
  return (
    <p className="ob-visually-hidden" role="status">
      {said}
    </p>
  );
}
