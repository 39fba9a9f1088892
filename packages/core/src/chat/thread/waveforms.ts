// Waveforms of voice notes, cached because rows are rendered often.
import type { MessageMedia } from '../../contract/index.ts';
import type { Sounds } from '../../ports/index.ts';

/** The bars of a voice note. */
export interface Waveform {
  /** From 0 to 1, evenly spaced; the loudest is 1. */
  readonly peaks: readonly number[];
  readonly seconds: number;
}

export interface Waveforms {
  /** Returns the waveform of a file; null when it cannot be loaded, is too large or silent. */
  of(file: MessageMedia): Promise<Waveform | null>;
}

export interface WaveformsOptions {
  readonly sounds: Sounds;
  /** Bars of a waveform, 48 by default. */
  readonly bars?: number;
  /** Cached waveforms, 200 by default; the least recently used are dropped. */
  readonly most?: number;
  /** Bytes; larger files are not decoded. 4 MiB by default, more than five minutes of speech. */
  readonly maxBytes?: number;
}

/** Returns the peak of each of `bars` equal parts, relative to the highest one; empty for silence. */
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
      // The signature in the query of a URL changes; the path identifies the file.
      const key = file.replace(/[?#].*$/s, '');
      const known = kept.get(key) ?? compute(file);
      kept.delete(key);
      kept.set(key, known);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      // A renewed URL may load.
      void known.then((waveform) => {
        if (waveform === null && kept.get(key) === known) kept.delete(key);
      });
      return known;
    },
  };
}
