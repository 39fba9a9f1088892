/** Decoded samples of a sound, for drawing a waveform. */
export interface SoundSamples {
  /** One channel, each sample from -1 to 1. */
  readonly samples: Float32Array;
  readonly seconds: number;
}

/** Decodes sounds. */
export interface Sounds {
  /** Fetches and decodes a sound; null when it cannot be fetched or decoded. */
  decode(url: string): Promise<SoundSamples | null>;
}

/** Sample rate in hertz: enough for a waveform, with a sixth of the data of playback. */
const sampleRate = 8000;

/** Decodes with Web Audio. Nothing is played, so no user gesture or audio device is needed. */
export function createBrowserSounds(fetch: typeof globalThis.fetch): Sounds {
  return {
    async decode(url) {
      try {
        const response = await fetch(url, { credentials: 'omit' });
        if (!response.ok) return null;
        const context = new OfflineAudioContext(1, 1, sampleRate);
        const sound = await context.decodeAudioData(await response.arrayBuffer());
        return { samples: sound.getChannelData(0), seconds: sound.duration };
      } catch {
        return null;
      }
    },
  };
}
