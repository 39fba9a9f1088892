// The waveform of a voice note: its peaks are computed once and kept, since rows are drawn again and again.
import type { MessageMedia } from '../../contract/index.ts';
import type { Sounds } from '../../ports/index.ts';

/** A sound as a row of bars. */
export interface Waveform {
  /** From 0 to 1, evenly over the sound; the loudest is 1. */
  readonly peaks: readonly number[];
  readonly seconds: number;
}

export interface Waveforms {
  /** The waveform of a file; null when there is none to draw (not to be had, too large, silent). */
  of(file: MessageMedia): Promise<Waveform | null>;
}

export interface WaveformsOptions {
  readonly sounds: Sounds;
  /** Bars of a waveform: 48. */
  readonly bars?: number;
  /** Waveforms that are kept: 200, the least recently drawn go first. */
  readonly most?: number;
  /** Files above this many bytes are not decoded for a picture: 4 MiB, more than five minutes of speech. */
  readonly maxBytes?: number;
}

/** The loudest moment of each of `bars` equal parts, over the loudest of all; empty when nothing is to be heard. */
export function peaksOf(samples: Float32Array, bars: number): readonly number[] {
  const peaks: number[] = [];
  for (let bar = 0; bar < bars; bar += 1) {
    const end = Math.floor(((bar + 1) * samples.length) / bars);
    let peak = 0;
    for (let i = Math.floor((bar * samples.length) / bars); i < end; i += 1) {
      const loudness = Math.abs(samples[i] ?? 0);
      if (loudness > peak) peak = loudness;
    }
    peaks.push(peak);
  }
  const loudest = Math.max(0, ...peaks);
  return loudest === 0 ? [] : peaks.map((peak) => peak / loudest);
}

export function createWaveforms(options: WaveformsOptions): Waveforms {
  const { sounds, bars = 48, most = 200, maxBytes = 4 * 1024 * 1024 } = options;
  const kept = new Map<string, Promise<Waveform | null>>();

  async function compute(url: string): Promise<Waveform | null> {
    const sound = await sounds.decode(url);
    if (sound === null) return null;
    const peaks = peaksOf(sound.samples, bars);
    return peaks.length === 0 ? null : { peaks, seconds: sound.seconds };
  }

  return {
    of({ file, size }) {
      if (size === null || size > maxBytes) return Promise.resolve(null);
      // Signed addresses change; what is before the query names the file.
      const key = file.replace(/[?#].*$/s, '');
      const known = kept.get(key) ?? compute(file);
      kept.delete(key);
      kept.set(key, known);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      // What could not be had now may be had under its next address.
      void known.then((waveform) => {
        if (waveform === null && kept.get(key) === known) kept.delete(key);
      });
      return known;
    },
  };
}
