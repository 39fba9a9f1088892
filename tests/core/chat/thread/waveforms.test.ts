import { createWaveforms, peaksOf } from '@openbell/core/chat';
import type { MessageMedia } from '@openbell/core/contract';
import type { SoundSamples } from '@openbell/core/ports';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const voice = (name: string, size: number | null = 1000): MessageMedia => ({
  file: `/media/chat/${name}?expires=1&signature=a`,
  name: `${name}.webm`,
  size,
  width: null,
  height: null,
});

function createRig(
  found: SoundSamples | null = { samples: new Float32Array([0.1, -0.5, 0.25]), seconds: 3 },
) {
  const requests: string[] = [];
  const result = { found };
  const sounds = {
    async decode(url: string) {
      requests.push(url);
      return result.found;
    },
  };
  return { requests, result, waveforms: createWaveforms({ sounds, bars: 3, most: 2 }) };
}

describe('waveforms', () => {
  it('contain the peak of each segment, normalized to the highest peak [chat.waveform]', async () => {
    const { waveforms } = createRig();
    expect(await waveforms.of(voice('a'))).toEqual({
      peaks: [expect.closeTo(0.2), 1, expect.closeTo(0.5)],
      seconds: 3,
    });
    fc.assert(
      fc.property(
        fc.float32Array({ min: -1, max: 1, noNaN: true, maxLength: 300 }),
        fc.integer({ min: 1, max: 60 }),
        (samples, bars) => {
          const peaks = peaksOf(samples, bars);
          const isSilent = samples.every((sample) => sample === 0);
          expect(peaks).toHaveLength(isSilent ? 0 : bars);
          if (!isSilent) expect(Math.max(...peaks)).toBe(1);
          for (const peak of peaks) expect(peak).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('are computed once per file, even if the signature of its URL changes [chat.waveform]', async () => {
    const { waveforms, requests } = createRig();
    const both = [waveforms.of(voice('a')), waveforms.of({ ...voice('a'), file: '/media/chat/a?expires=2' })];
    expect(await both[0]).toBe(await both[1]);
    expect(requests).toHaveLength(1);
  });

  it('are cached for the most recently used files', async () => {
    const { waveforms, requests } = createRig();
    for (const name of ['a', 'b', 'a', 'c', 'a']) await waveforms.of(voice(name));
    expect(requests).toHaveLength(3);
    await waveforms.of(voice('b'));
    expect(requests).toHaveLength(4);
  });

  it('are null for large, silent or unavailable files, and retried when the URL changes', async () => {
    const { waveforms, requests, result } = createRig(null);
    for (const size of [null, 100_000_000]) expect(await waveforms.of(voice('large', size))).toBeNull();
    expect(requests).toEqual([]);
    expect(await waveforms.of(voice('a'))).toBeNull();
    result.found = { samples: new Float32Array(8), seconds: 1 };
    expect(await waveforms.of(voice('a'))).toBeNull();
    result.found = { samples: new Float32Array([1]), seconds: 1 };
    expect(await waveforms.of(voice('a'))).not.toBeNull();
  });
});
