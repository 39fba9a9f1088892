import { Pause, Play, Star } from 'lucide-react';
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { testimonials } from './landing.content.ts';
import { TestimonialFilm } from './TestimonialFilm.tsx';

/** Milliseconds that a slide is shown, enough to read it. The transition takes 500 ms, in CSS. */
const STAY = 7000;

/** Subscribes to nothing: the page is hydrated once. */
const never = () => () => {};

/**
 * Shows one testimonial at a time, in a loop. It does not advance with reduced motion, on hover, while it has the
 * focus, when paused, or while a video is open.
 */
export default function Testimonials() {
  const [current, setCurrent] = useState(0);
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [paused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const calm = useReducedMotion();
  const [isFilmOpen, setFilmOpen] = useState(false);
  const region = useRef<HTMLElement>(null);
  const moves = !paused && !isHovered && !isFocused && !calm && !isFilmOpen;

  useEffect(() => {
    if (!moves) return undefined;
    const timer = setInterval(() => setCurrent((now) => (now + 1) % testimonials.length), STAY);
    return () => clearInterval(timer);
  }, [moves]);

  const onBlur = (event: FocusEvent): void => {
    if (!region.current?.contains(event.relatedTarget)) setFocused(false);
  };

  return (
    <section
      className="testimonials"
      aria-label="Testimonials"
      aria-roledescription="carousel"
      ref={region}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={onBlur}
    >
      <div className="testimonials-window" aria-live={moves ? 'off' : 'polite'}>
        {testimonials.map((testimonial, index) => (
          <figure
            key={testimonial.name}
            className="testimonial"
            data-place={index === current ? 'current' : 'away'}
            // Without scripts all slides are readable.
            inert={alive && index !== current}
          >
            <TestimonialFilm
              testimonial={testimonial}
              isOpen={isFilmOpen && index === current}
              onOpen={() => setFilmOpen(true)}
            />
            <div className="testimonial-words">
              <Stars rating={testimonial.rating} />
              <blockquote>{testimonial.text}</blockquote>
              <figcaption>{testimonial.name}</figcaption>
            </div>
          </figure>
        ))}
      </div>
      <div className="testimonials-controls">
        {calm ? null : (
          <button type="button" className="testimonials-pause" onClick={() => setPaused((now) => !now)}>
            {paused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
            <span>{paused ? 'Play' : 'Pause'}</span>
          </button>
        )}
        <div className="testimonials-dots">
          {testimonials.map((testimonial, index) => (
            <button
              key={testimonial.name}
              type="button"
              className="testimonials-dot"
              aria-label={`Testimonial ${index + 1} of ${testimonials.length}`}
              aria-current={index === current || undefined}
              onClick={() => {
                setCurrent(index);
                setFilmOpen(false);
              }}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p className="testimonial-stars" role="img" aria-label={`Rated ${rating} of 5`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} size={18} aria-hidden="true" fill={star <= rating ? 'currentColor' : 'none'} />
      ))}
    </p>
  );
}

function useReducedMotion(): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    const query = window.matchMedia('(prefers-reduced-motion: reduce)');
    const read = (): void => setCalm(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return calm;
}
