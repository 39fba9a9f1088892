'use client';

import type { ChatThread, Waveform } from '@openbell/core/chat';
import { type Context, createContext, useContext, useEffect, useState } from 'react';

/** The thread that provides waveforms to the audio players below; null where none are drawn. */
export const SoundThread: Context<Pick<ChatThread, 'waveform'> | null> = createContext<Pick<
  ChatThread,
  'waveform'
> | null>(null);

/** The waveform of a sound in a message; null until it is loaded, and when there is none. */
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
