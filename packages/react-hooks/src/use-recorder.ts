'use client';

import { useStore } from '@nanostores/react';
import type { ChatThread, Recorder, RecorderState } from '@openbell/core/chat';

export interface RecorderBinding extends RecorderState, Omit<Recorder, '$state'> {}

/** The voice recorder of a chat. What is recorded is attached to its composer. */
export function useRecorder(thread: ChatThread): RecorderBinding {
  const { $state, ...actions } = thread.recorder;
  return { ...useStore($state), ...actions };
}
