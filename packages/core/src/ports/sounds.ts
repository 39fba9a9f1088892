/** What a sound is made of, as far as drawing it needs. */
export interface SoundSamples {
  /** One channel, each sample from -1 to 1. */
  readonly samples: Float32Array;
  readonly seconds: number;
}

/** Reads sounds. */
export interface Sounds {
  /** Fetches and decodes a sound; null when it cannot be had, or the browser cannot read it. */
  decode(url: string): Promise<SoundSamples | null>;
}

/** Enough for a picture of what was said, and a sixth of what playing would take. */
const sampleRate = 8000;

/** Web Audio. Nothing is played, so no gesture is needed and no device is opened. */
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
