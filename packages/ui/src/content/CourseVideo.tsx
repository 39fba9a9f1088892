'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { safePicture } from './safe-picture.ts';

/** Props of {@link CourseVideo}. */
export interface CourseVideoProps {
  /** The course's name, for those who do not see the picture. */
  name: string;
  /** The film's address; a path of the site, or https. It may expire. */
  src: string;
  /** WebVTT. */
  captions: string | null;
  poster: string | null;
  /** Seconds into the film where this person stopped. */
  position: () => number;
  onPosition: (seconds: number, duration: number) => void;
  /** Asks for a new address: the one that there is did not play. Resolves when the answer has come, whatever it is. */
  onRenew: () => Promise<unknown>;
}

/** Seconds between two notes of the position while the film plays. */
const NOTE_EVERY = 5;

/**
 * How the film stands: `asked`, a new address is on its way; `again`, it is tried once more (until it plays);
 * `failed`, it does not play.
 */
type Trouble = 'none' | 'asked' | 'again' | 'failed';

const pathOf = (address: string): string => address.replace(/[?#].*$/s, '');

/**
 * A course's film with the browser's own controls. It begins where the person stopped. A new address of the same film
 * (they expire) takes the old one's place only when that does not play any more, so that nobody is interrupted.
 */
export function CourseVideo(props: CourseVideoProps): ReactNode {
  const { name, src, captions, poster, position, onPosition, onRenew } = props;
  const text = useTexts();
  const video = useRef<HTMLVideoElement>(null);
  const noted = useRef(0);
  const [playing, setPlaying] = useState({ src, captions });
  const [trouble, setTrouble] = useState<Trouble>('none');

  const isOther = pathOf(src) !== pathOf(playing.src);
  const isRenewed = (trouble === 'asked' || trouble === 'failed') && src !== playing.src;
  if (isOther || isRenewed) {
    setPlaying({ src, captions });
    setTrouble(isOther ? 'none' : 'again');
  }

  const renew = (): void => {
    setTrouble('asked');
    void onRenew().then(() => setTrouble((now) => (now === 'asked' ? 'failed' : now)));
  };

  const note = (): void => {
    const film = video.current;
    if (film === null || film.readyState === 0) return;
    noted.current = film.currentTime;
    onPosition(film.currentTime, film.duration);
  };
  const noteNow = useRef(note);
  noteNow.current = note;
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
