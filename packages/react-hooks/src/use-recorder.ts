'use client';

import { useStore } from '@nanostores/react';
import type { ChatThread, Recorder, RecorderState } from '@openbell/core/chat';

export interface RecorderBinding extends RecorderState, Omit<Recorder, '$state'> {}

/** Returns a chat's voice recorder. Recordings are attached to the chat's composer. */
export function useRecorder(thread: ChatThread): RecorderBinding {
  const { $state, ...actions } = thread.recorder;
  return { ...useStore($state), ...actions };
}
