'use client';

import { type ChatThread, linksOf, type MenuAction } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { useCallback, useEffect, useState } from 'react';
import { VISIBLE_MS } from '../primitives/notices.tsx';
import { useTexts } from '../primitives/texts.tsx';

export interface ChatActions {
  /** The result of the last action as text; empty when there is none. */
  readonly notice: string;
  readonly say: (notice: string) => void;
  readonly onAction: (action: MenuAction, message: Message) => void;
  readonly onReact: (message: Message, emoji: string) => void;
  readonly onQuote: (messageId: number) => void;
  /** The message that the Report dialog is open for; null when it is closed. */
  readonly reported: Message | null;
  readonly isReporting: boolean;
  readonly confirmReport: () => void;
  readonly cancelReport: () => void;
}

/** The actions on messages, with the texts of their results. */
export function useChatActions(thread: ChatThread): ChatActions {
  const text = useTexts();
  const [reported, setReported] = useState<Message | null>(null);
  const [isReporting, setReporting] = useState(false);
  const [{ notice, isSuccess }, setNotice] = useState({ notice: '', isSuccess: false });
  const say = useCallback((words: string) => setNotice({ notice: words, isSuccess: false }), []);
  const sayDone = (words: string): void => setNotice({ notice: words, isSuccess: true });
  useEffect(() => {
    // Failures stay until the next action.
    if (!isSuccess || notice === '') return undefined;
    const timer = setTimeout(() => say(''), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [notice, isSuccess, say]);

  async function run(start: () => ReturnType<ChatThread['react']>, done = ''): Promise<void> {
    // A failure that repeats is announced again.
    say('');
    const result = await start();
    if (result.ok) sayDone(done);
    else say(result.error.message || text('chat.actionFailed'));
  }

  async function copy(words: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(words);
      sayDone(text('chat.copied'));
    } catch {
      say(text('chat.copyFailed'));
    }
  }

  async function report(message: Message): Promise<void> {
    setReporting(true);
    await run(() => thread.act(message.id, 'report'), text('chat.reported'));
    setReporting(false);
    setReported(null);
  }

  return {
    notice,
    say,
    onAction(action, message) {
      say('');
      if (action === 'reply') thread.composer.reply(message);
      else if (action === 'copy') void copy(message.message);
      else if (action === 'copyLink') void copy(linksOf(message.message).join('\n'));
      else if (action === 'report') setReported(message);
      else if (action !== 'react') void run(() => thread.act(message.id, action));
    },
    onReact: (message, emoji) => void run(() => thread.react(message.id, emoji)),
    onQuote(messageId) {
      say('');
      void thread.jumpTo(messageId).then((isThere) => {
        if (!isThere) say(text('chat.missingMessage'));
      });
    },
    reported,
    isReporting,
    confirmReport: () => reported !== null && void report(reported),
    cancelReport: () => setReported(null),
  };
}
