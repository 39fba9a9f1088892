/** Short sounds of the page's own making. */
export interface Tones {
  /**
   * Plays one short tone. Browsers keep a page silent until the person has used it: then nothing is heard, and nothing
   * is heard late. Never throws.
   */
  play(): void;
}

/** Seconds. */
const attack = 0.01;
const length = 0.18;
/** Two notes, a fifth apart, in hertz. */
const notes: readonly number[] = [660, 990];
const volume = 0.12;
/** A context that takes longer than this to wake was waiting for the person; the moment of the tone has passed. */
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

/** Tones by WebAudio. The context is made by the first tone, so that a page without sound opens no device. */
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
        const asked = performance.now();
        own.resume().then(
          () => performance.now() - asked < wakeMs && sing(own),
          () => {},
        );
      } catch {
        // No device to play on: silence is all that can be done.
      }
    },
  };
}
