'use client';

import type { ChatThread, Waveform } from '@openbell/core/chat';
import { type Context, createContext, useContext, useEffect, useState } from 'react';

/** Whose sounds the players below draw; null where nothing draws them. */
export const SoundThread: Context<Pick<ChatThread, 'waveform'> | null> = createContext<Pick<
  ChatThread,
  'waveform'
> | null>(null);

/** The waveform of a sound in a message, once it is known; null until then, and where there is none. */
export function useWaveform(messageId: number, index: number): Waveform | null {
  const thread = useContext(SoundThread);
  const [waveform, setWaveform] = useState<Waveform | null>(null);
  useEffect(() => {
    let isHere = true;
    void thread?.waveform(messageId, index).then((found) => {
      if (isHere) setWaveform(found);
    });
    return () => {
      isHere = false;
    };
  }, [thread, messageId, index]);
  return waveform;
}
