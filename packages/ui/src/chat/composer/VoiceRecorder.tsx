'use client';

import { type ChatThread, formatDuration } from '@openbell/core/chat';
import { type RecorderBinding, useBeforePaint, useRecorder } from '@openbell/react-hooks';
import { Mic, Square, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../../primitives/IconButton.tsx';
import { useTexts } from '../../primitives/texts.tsx';

/** The button that records a voice note; during recording, a timer with buttons to stop and to discard it. */
export function VoiceRecorder({ thread }: { readonly thread: ChatThread }): ReactNode {
  const text = useTexts();
  const recorder = useRecorder(thread);
  const isIdle = recorder.status === 'idle';
  const microphone = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  // React reports no blur of an element that it removes.
  const hasFocus = useRef(false);
  const watched = {
    onFocus(): void {
      hasFocus.current = true;
    },
    onBlur(): void {
      hasFocus.current = false;
    },
  };
  useBeforePaint(() => {
    if (hasFocus.current) (isIdle ? microphone : stop).current?.focus();
  }, [isIdle]);

  if (isIdle) {
    return (
      <IconButton
        ref={microphone}
        {...watched}
        label={text('chat.record')}
        onClick={() => {
          // An older problem would hide a failure of the microphone.
          thread.composer.dismissProblem();
          void recorder.start();
        }}
      >
        <Mic size={18} aria-hidden="true" />
      </IconButton>
    );
  }
  return (
    <div className="ob-recorder" data-status={recorder.status}>
      <span className="ob-recorder-dot" aria-hidden="true" />
      <RecorderTime recorder={recorder} />
      <IconButton {...watched} size="small" label={text('chat.recordCancel')} onClick={recorder.cancel}>
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        ref={stop}
        {...watched}
        size="small"
        variant="primary"
        label={text('chat.recordStop')}
        busy={recorder.status !== 'recording'}
        onClick={() => void recorder.stop()}
      >
        <Square size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function RecorderTime({ recorder }: { readonly recorder: RecorderBinding }): ReactNode {
  const text = useTexts();
  return (
    <>
      <span className="ob-visually-hidden" role="status">
        {text(recorder.status === 'asking' ? 'chat.recordingAsk' : 'chat.recording')}
      </span>
      <time className="ob-recorder-time" role="timer">
        {formatDuration(recorder.seconds)}
      </time>
    </>
  );
}
