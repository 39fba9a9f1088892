import { atom, type ReadableAtom } from 'nanostores';
import type { Cancel, Clock, Microphone, MicrophoneRecording, Scheduler } from '../../ports/index.ts';

/** `asking`: the browser asks for permission. `stopping`: the file is being created. */
export interface RecorderState {
  readonly status: 'idle' | 'asking' | 'recording' | 'stopping';
  /** Whole seconds recorded so far. */
  readonly seconds: number;
  /** The microphone was denied, missing, or disconnected before anything was recorded. */
  readonly hasFailed: boolean;
}

export interface Recorder {
  readonly $state: ReadableAtom<RecorderState>;
  /** Asks for permission and records, unless the composer has no room for another file. */
  start(): Promise<void>;
  /** Stops and attaches the voice note. */
  stop(): Promise<void>;
  /** Stops without a voice note. */
  cancel(): void;
  /** Clears `hasFailed`. */
  dismissProblem(): void;
}

export interface RecorderOptions {
  readonly microphone: Microphone;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Milliseconds after which it stops automatically. */
  readonly maxMs: number;
  /** Whether a voice note can be attached; true by default. `start()` does nothing otherwise. */
  readonly hasRoom?: () => boolean;
  readonly onRecorded: (file: File) => void;
}

/** Preferred types first; Safari supports MP4 only. */
const types = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/ogg;codecs=opus'];

const extensions: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
};

const idle: RecorderState = { status: 'idle', seconds: 0, hasFailed: false };

/** Formats seconds as mm:ss. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

/** Converts a recording to a file, named by its type: `voice-message.webm`. */
export function voiceFile(blob: Blob): File {
  const type = blob.type.split(';')[0] || 'audio/webm';
  return new File([blob], `voice-message.${extensions[type] ?? 'webm'}`, { type });
}

export function createRecorder(options: RecorderOptions): Recorder {
  const { microphone, clock, scheduler, maxMs } = options;
  const $state = atom<RecorderState>(idle);
  let recording: MicrophoneRecording | null = null;
  let cancelTick: Cancel | null = null;
  let startedAt = 0;
  /** Incremented by each start and cancel: a permission granted later is released at once. */
  let attempt = 0;

  function rest(hasFailed = false): void {
    cancelTick?.();
    cancelTick = null;
    recording = null;
    $state.set({ ...idle, hasFailed });
  }

  function tick(): void {
    const elapsed = clock.now() - startedAt;
    $state.set({ ...$state.get(), seconds: Math.floor(elapsed / 1000) });
    if (elapsed >= maxMs) void stop();
    else cancelTick = scheduler.after(1000 - (elapsed % 1000), tick);
  }

  async function start(): Promise<void> {
    if ($state.get().status !== 'idle' || options.hasRoom?.() === false) return;
    attempt += 1;
    const mine = attempt;
    $state.set({ ...idle, status: 'asking' });
    try {
      const begun = await microphone.record(types, () => void (mine === attempt && stop()));
      if (mine !== attempt) {
        begun.cancel();
        return;
      }
      recording = begun;
      startedAt = clock.now();
      $state.set({ ...idle, status: 'recording' });
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
