'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pathOf } from '../primitives/path-of.ts';
import { ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { safePicture } from './safe-picture.ts';

export interface CourseVideoProps {
  /** The course's name, used as the accessible name. */
  name: string;
  /** The video's URL: a path of the site, or https. It may expire. */
  src: string;
  /** The URL of a WebVTT file; null without captions. */
  captions: string | null;
  poster: string | null;
  /** The position to resume from, in seconds. */
  position: () => number;
  onPosition: (seconds: number, duration: number) => void;
  /** Requests a new URL after playback failed. Resolves when the request has settled, with or without success. */
  onRenew: () => Promise<unknown>;
}

/** Seconds between two saves of the position during playback. */
const NOTE_EVERY = 5;

/**
 * The state of recovery: `requested`, a new URL is being requested; `again`, loading is retried until it plays; `failed`, the
 * video cannot be played.
 */
type Trouble = 'none' | 'requested' | 'again' | 'failed';

/**
 * A course's video with the browser's controls, resumed where the member stopped. URLs expire: a new URL replaces the
 * old one only when that no longer plays, so that playback is not interrupted.
 */
export function CourseVideo(props: CourseVideoProps): ReactNode {
  const { name, src, captions, poster, position, onPosition, onRenew } = props;
  const text = useTexts();
  const video = useRef<HTMLVideoElement>(null);
  const noted = useRef(0);
  const [playing, setPlaying] = useState({ src, captions });
  const [trouble, setTrouble] = useState<Trouble>('none');

  const isOther = pathOf(src) !== pathOf(playing.src);
  const isRenewed = (trouble === 'requested' || trouble === 'failed') && src !== playing.src;
  if (isOther || isRenewed) {
    setPlaying({ src, captions });
    setTrouble(isOther ? 'none' : 'again');
  }

  const renew = (): void => {
    setTrouble('requested');
    void onRenew().then(() => setTrouble((now) => (now === 'requested' ? 'failed' : now)));
  };

  const note = (): void => {
    const film = video.current;
    if (film === null || film.readyState === 0) return;
    noted.current = film.currentTime;
    onPosition(film.currentTime, film.duration);
  };
  const noteNow = useRef(note);
  useBeforePaint(() => {
    noteNow.current = note;
  });
  useEffect(() => {
    const controller = new AbortController();
    window.addEventListener('pagehide', () => noteNow.current(), { signal: controller.signal });
    return () => controller.abort();
  }, []);

  if (trouble === 'failed') {
    return (
      <ErrorState
        className="ob-course-video"
        title={text('content.videoFailed')}
        onRetry={() => {
          setTrouble('again');
          void onRenew();
        }}
      />
    );
  }
  return (
    <div className="ob-course-video">
      <video
        ref={video}
        controls
        playsInline
        preload="metadata"
        aria-label={text('content.courseVideo', { name })}
        src={safePicture(playing.src) ?? undefined}
        poster={safePicture(poster) ?? undefined}
        onLoadedMetadata={({ currentTarget: film }) => {
          setTrouble('none');
          const start = position();
          if (start > 0 && start < film.duration) film.currentTime = start;
        }}
        onTimeUpdate={({ currentTarget: film }) => {
          if (Math.abs(film.currentTime - noted.current) >= NOTE_EVERY) note();
        }}
        onPause={note}
        onEnded={note}
        onError={() => {
          if (src !== playing.src) {
            setPlaying({ src, captions });
            setTrouble('again');
          } else if (trouble === 'none') renew();
          else if (trouble === 'again') setTrouble('failed');
        }}
      >
        <track
          kind="captions"
          srcLang="en"
          label={text('content.captions')}
          src={safePicture(playing.captions) ?? undefined}
          default={playing.captions !== null}
        />
      </video>
    </div>
  );
}
