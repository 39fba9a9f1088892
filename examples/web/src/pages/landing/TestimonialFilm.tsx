import { Play } from 'lucide-react';
import type { MouseEvent } from 'react';
import { LessonDrawing } from './LessonDrawing.tsx';
import type { testimonials } from './landing.content.ts';

interface TestimonialFilmProps {
  readonly testimonial: (typeof testimonials)[number];
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** One function, because a new one with each render would move the focus back to the video. */
const focusVideo = (video: HTMLVideoElement | null): void => video?.focus({ preventScroll: true });

/** The thumbnail of a testimonial's video, and the video once it is opened. Without scripts the link opens the file. */
export function TestimonialFilm({ testimonial, isOpen, onOpen }: TestimonialFilmProps) {
  const { name, film, still } = testimonial;
  const file = `${film}.webm`;
  const captions = `${film}.vtt`;
  if (isOpen) {
    return (
      <video
        className="testimonial-film"
        controls
        autoPlay
        playsInline
        aria-label={`Video of ${name}`}
        src={file}
        ref={focusVideo}
      >
        <track kind="captions" srcLang="en" label="English" src={captions} default />
      </video>
    );
  }
  const open = (event: MouseEvent): void => {
    // A new tab or window is for the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a className="testimonial-still" href={file} onClick={open}>
      <LessonDrawing picture={still} />
      <span className="testimonial-play">
        <Play size={18} fill="currentColor" aria-hidden="true" />
        <span>
          Play the video <span className="testimonial-length">0:16, sample</span>
        </span>
      </span>
    </a>
  );
}
