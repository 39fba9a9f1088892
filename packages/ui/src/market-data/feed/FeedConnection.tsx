'use client';

import type { OptionsFeed } from '@openbell/core/options-feed';
import { useOptionsFeed } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { useTexts } from '../../primitives/index.ts';
import { TransientButton } from '../../primitives/TransientButton.tsx';

export interface FeedConnectionProps {
  /** Default: the provider's feed. */
  feed?: Pick<OptionsFeed, '$state' | 'retry'> | undefined;
  /** The day of the session that a live feed replays. Default: its trades are current. */
  replayed?: string | undefined;
}

/** The connection's state, with a 'Retry' button when it does not recover automatically. */
export function FeedConnection({ feed: instance, replayed }: FeedConnectionProps): ReactNode {
  const text = useTexts();
  const { status, message, isInterrupted, retry } = useOptionsFeed(instance);
  const isGreeted = status === 'authenticating' || status === 'subscribing';
  const shown = isGreeted ? 'connecting' : status === 'live' && isInterrupted ? 'interrupted' : status;
  const isReplayed = shown === 'live' && replayed !== undefined;
  const isDown = status === 'waiting' || status === 'evicted' || status === 'refused';
  return (
    <div className="ob-flash-connection" data-status={isReplayed ? 'replay' : shown}>
      <span className="ob-flash-light" aria-hidden="true" />
      <span role="status" title={message === '' ? undefined : message}>
        {isReplayed ? text('market.flash.replay', { day: replayed }) : text(`market.flash.${shown}`)}
      </span>
      {isDown ? (
        <TransientButton size="small" onClick={retry}>
          {text('shell.retry')}
        </TransientButton>
      ) : null}
    </div>
  );
}
