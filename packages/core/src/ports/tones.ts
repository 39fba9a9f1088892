/** Short generated sounds. */
export interface Tones {
  /**
   * Plays a short tone. Before the first user gesture, browsers keep the page silent and the tone is dropped. Never
   * throws.
   */
  play(): void;
}

/** Seconds. */
const attack = 0.01;
const length = 0.18;
/** Two notes, a fifth apart, in Hz. */
const notes: readonly number[] = [660, 990];
const volume = 0.12;
/** Milliseconds; a context that resumes later was waiting for a gesture, and the tone is outdated. */
const wakeMs = 400;

function sing(context: AudioContext): void {
  notes.forEach((frequency, index) => {
    const start = context.currentTime + (index * length) / 2;
    const note = context.createOscillator();
    const gain = context.createGain();
    note.type = 'sine';
    note.frequency.value = frequency;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + attack);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    note.connect(gain).connect(context.destination);
    note.start(start);
    note.stop(start + length);
  });
}

/** Creates tones with Web Audio. The first tone creates the context, so that silent pages open no device. */
export function createBrowserTones(): Tones {
  let context: AudioContext | null = null;
  return {
    play() {
      if (typeof AudioContext === 'undefined') return;
      try {
        context ??= new AudioContext();
        const own = context;
        if (own.state === 'running') {
          sing(own);
          return;
        }
        const requestedAt = performance.now();
        own.resume().then(
          () => performance.now() - requestedAt < wakeMs && sing(own),
          () => {},
        );
      } catch {
        // Without an audio device, there is nothing to do.
      }
    },
  };
}
