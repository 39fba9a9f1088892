'use client';

import { formatDuration, type Waveform } from '@openbell/core/chat';
import { Pause, Play } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../../primitives/IconButton.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { useWaveform } from './waveforms.tsx';

export interface AudioPlayerProps {
  readonly src: string;
  /** The accessible name of the sound. */
  readonly label: string;
  /** The message and the file's index in it, which identify the waveform. */
  readonly messageId: number;
  readonly index: number;
  readonly onError?: (() => void) | undefined;
}

const speeds = [1, 1.5, 2];

/** Plays a voice note or other sound: play and pause, seeking on its waveform, speed. */
export function AudioPlayer({ src, label, messageId, index, onError }: AudioPlayerProps): ReactNode {
  const text = useTexts();
  const waveform = useWaveform(messageId, index);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [measured, setMeasured] = useState(0);
  const [speed, setSpeed] = useState(1);
  const isMeasuring = useRef(false);
  const length = measured || (waveform?.seconds ?? 0);

  /** Recordings made by a browser carry no duration: seeking to the end makes the browser compute it. */
  function measure(element: HTMLAudioElement): void {
    if (element.duration === Number.POSITIVE_INFINITY) {
      isMeasuring.current = true;
      element.currentTime = Number.MAX_SAFE_INTEGER;
    } else if (Number.isFinite(element.duration)) setMeasured(element.duration);
  }

  function onDuration(element: HTMLAudioElement): void {
    if (!Number.isFinite(element.duration)) return;
    // Back to the start, also when the user has already pressed Play.
    if (isMeasuring.current) element.currentTime = 0;
    isMeasuring.current = false;
    setMeasured(element.duration);
  }

  function toggle(): void {
    const element = audio.current;
    if (element === null) return;
    if (element.paused) void element.play().catch(() => setPlaying(false));
    else element.pause();
  }

  function changeSpeed(): void {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (audio.current !== null) audio.current.playbackRate = next;
  }

  return (
    <fieldset className="ob-audio" aria-label={label}>
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        aria-label={label}
        onLoadedMetadata={(event) => measure(event.currentTarget)}
        onDurationChange={(event) => onDuration(event.currentTarget)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={(event) => {
          event.currentTarget.currentTime = 0;
        }}
        onError={onError}
      >
        <track kind="captions" />
      </audio>
      <IconButton
        size="small"
        variant="primary"
        label={text(isPlaying ? 'chat.pause' : 'chat.play')}
        onClick={toggle}
      >
        {isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      </IconButton>
      <span className="ob-audio-track" data-waveform={waveform !== null || undefined}>
        {waveform === null ? null : <Bars waveform={waveform} part={length === 0 ? 0 : at / length} />}
        <input
          className="ob-audio-seek"
          type="range"
          min={0}
          max={length || 1}
          step={0.1}
          value={Math.min(at, length)}
          disabled={length === 0}
          aria-label={text('chat.seek')}
          aria-valuetext={`${formatDuration(at)} / ${formatDuration(length)}`}
          onChange={(event) => {
            const place = Number(event.target.value);
            setAt(place);
            if (audio.current !== null) audio.current.currentTime = place;
          }}
        />
      </span>
      <span className="ob-audio-time">{formatDuration(at > 0 ? at : length)}</span>
      <button
        type="button"
        className="ob-audio-speed"
        aria-label={text('chat.speed', { speed })}
        onClick={changeSpeed}
      >
        {`${speed}×`}
      </button>
    </fieldset>
  );
}

/** Viewbox units: bars are 2 wide with a gap of 1 and at most 24 high; silence is drawn as a dot. */
const high = 24;

/** The bars of a waveform; `part` (0 to 1) of them are drawn as played. */
function Bars({
  waveform: { peaks },
  part,
}: {
  readonly waveform: Waveform;
  readonly part: number;
}): ReactNode {
  return (
    <svg
      className="ob-audio-bars"
      viewBox={`0 0 ${peaks.length * 3 - 1} ${high}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {peaks.map((peak, place) => {
        const x = place * 3;
        const isPlayed = place < part * peaks.length;
        const height = Math.max(2, peak * high);
        return (
          <rect
            key={x}
            x={x}
            y={(high - height) / 2}
            width={2}
            height={height}
            rx={1}
            data-played={isPlayed || undefined}
          />
        );
      })}
    </svg>
  );
}
