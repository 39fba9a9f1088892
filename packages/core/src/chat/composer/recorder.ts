// Voice notes: idle, recording with a timer that counts seconds, stopped; the file is attached.
import { atom, type ReadableAtom } from 'nanostores';
import type { Cancel, Clock, Microphone, MicrophoneRecording, Scheduler } from '../../ports/index.ts';

/** `asking`: the browser asks the person for the microphone. `stopping`: the last of it is being put together. */
export interface RecorderState {
  readonly status: 'idle' | 'asking' | 'recording' | 'stopping';
  /** Whole seconds recorded so far. */
  readonly seconds: number;
  /** The microphone was refused, is not there, or was taken away before anything was recorded. */
  readonly hasFailed: boolean;
}

export interface Recorder {
  readonly $state: ReadableAtom<RecorderState>;
  /** Asks for the microphone and records. */
  start(): Promise<void>;
  /** Ends it; the voice note is attached. */
  stop(): Promise<void>;
  /** Ends it; nothing is kept. */
  cancel(): void;
  /** The person has read that it failed. */
  dismissProblem(): void;
}

export interface RecorderOptions {
  readonly microphone: Microphone;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Milliseconds after which it ends by itself: 5 minutes. */
  readonly maxMs: number;
  readonly onRecorded: (file: File) => void;
}

/** What is asked for, the best first; Safari records MP4 alone. */
const types = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/ogg;codecs=opus'];

const extensions: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
};

const atRest: RecorderState = { status: 'idle', seconds: 0, hasFailed: false };

/** Seconds as mm:ss. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

/** A voice note as a file, named by what it really is ('voice-message.webm' where the browser records WebM). */
export function voiceFile(blob: Blob): File {
  const type = blob.type.split(';')[0] || 'audio/webm';
  return new File([blob], `voice-message.${extensions[type] ?? 'webm'}`, { type });
}

export function createRecorder(options: RecorderOptions): Recorder {
  const { microphone, clock, scheduler, maxMs } = options;
  const $state = atom<RecorderState>(atRest);
  let recording: MicrophoneRecording | null = null;
  let cancelTick: Cancel | null = null;
  let startedAt = 0;
  /** Grows with each start and cancel: a late permission is then given back at once. */
  let attempt = 0;

  function rest(hasFailed = false): void {
    cancelTick?.();
    cancelTick = null;
    recording = null;
    $state.set({ ...atRest, hasFailed });
  }

  function tick(): void {
    const elapsed = clock.now() - startedAt;
    $state.set({ ...$state.get(), seconds: Math.floor(elapsed / 1000) });
    if (elapsed >= maxMs) void stop();
    else cancelTick = scheduler.after(1000 - (elapsed % 1000), tick);
  }

  async function start(): Promise<void> {
    if ($state.get().status !== 'idle') return;
    attempt += 1;
    const mine = attempt;
    $state.set({ ...atRest, status: 'asking' });
    try {
      const begun = await microphone.record(types, () => void (mine === attempt && stop()));
      if (mine !== attempt) {
        begun.cancel();
        return;
      }
      recording = begun;
      startedAt = clock.now();
      $state.set({ ...atRest, status: 'recording' });
      cancelTick = scheduler.after(1000, tick);
    } catch {
      if (mine === attempt) rest(true);
    }
  }

  async function stop(): Promise<void> {
    const ended = recording;
    if (ended === null || $state.get().status !== 'recording') return;
    const mine = attempt;
    cancelTick?.();
    $state.set({ ...$state.get(), status: 'stopping' });
    try {
      const blob = await ended.stop();
      if (mine !== attempt) return;
      rest(blob.size === 0);
      if (blob.size > 0) options.onRecorded(voiceFile(blob));
    } catch {
      if (mine === attempt) rest(true);
    }
  }

  return {
    $state,
    start,
    stop,
    cancel() {
      attempt += 1;
      recording?.cancel();
      rest();
    },
    dismissProblem: () => $state.set({ ...$state.get(), hasFailed: false }),
  };
}
