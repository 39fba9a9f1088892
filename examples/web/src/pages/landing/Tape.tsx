import { useEffect, useRef, useState } from 'react';
import { recordedMinute, type TapePrint } from './tape.recording.ts';

/** Number of lines in the tape. */
const LINES = 9;
/** Milliseconds between lines: slow enough to read. */
const PACE = 1600;
const HEAVIEST = Math.max(...recordedMinute.map((print) => print.premium));

/**
 * A small Trade Flash that plays a recorded minute. It is static when prerendered, and moves only while visible and
 * without a preference for reduced motion. It can be paused.
 */
export default function Tape() {
  const [end, setEnd] = useState(LINES);
  const [paused, setPaused] = useState(false);
  const [moves, setMoves] = useState(false);
  const figure = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = figure.current;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
    let inView = false;
    const decide = (): void => setMoves(inView && !calm.matches && document.visibilityState === 'visible');
    const observer = new IntersectionObserver((entries) => {
      // The newest of the changes since the last call.
      inView = entries.at(-1)?.isIntersecting ?? false;
      decide();
    });
    if (element) observer.observe(element);
    calm.addEventListener('change', decide);
    document.addEventListener('visibilitychange', decide);
    return () => {
      observer.disconnect();
      calm.removeEventListener('change', decide);
      document.removeEventListener('visibilitychange', decide);
    };
  }, []);

  useEffect(() => {
    if (!moves || paused) return undefined;
    const timer = setInterval(() => setEnd((now) => now + 1), PACE);
    return () => clearInterval(timer);
  }, [moves, paused]);

  const shown = Array.from({ length: LINES }, (_, index) => end - LINES + index);
  return (
    <figure className="tape" ref={figure}>
      <figcaption className="tape-head">
        <span className="tape-title">
          <span className="tape-dot" data-live={moves && !paused} aria-hidden="true" />
          Trade Flash
        </span>
        <span className="tape-note">a recorded minute</span>
        <button type="button" className="tape-pause" onClick={() => setPaused((now) => !now)}>
          {paused ? 'Play' : 'Pause'}
        </button>
      </figcaption>
      <div className="tape-lines" aria-hidden="true">
        {shown.map((position) => (
          <TapeLine key={position} print={at(position)} fresh={position === end - 1 && end > LINES} />
        ))}
      </div>
    </figure>
  );
}

/** Loops the recording. */
function at(position: number): TapePrint {
  const print = recordedMinute[position % recordedMinute.length];
  if (print === undefined) throw new TypeError('The recording is empty.');
  return print;
}

function TapeLine({ print, fresh }: { print: TapePrint; fresh: boolean }) {
  const weight = Math.max(4, Math.round((Math.sqrt(print.premium) / Math.sqrt(HEAVIEST)) * 64));
  return (
    <div className="tape-line" data-side={print.side} data-fresh={fresh || undefined}>
      <span className="tape-time">{print.time}</span>
      <span className="tape-contract">{print.contract}</span>
      <span className="tape-side">{print.side === 'bought' ? '▲ Bought' : '▼ Sold'}</span>
      <span className="tape-size">{print.size.toLocaleString('en-US')}</span>
      <span className="tape-premium">{dollars(print.premium)}</span>
      <svg className="tape-weight" viewBox="0 0 64 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={weight} height="6" rx="1" />
      </svg>
    </div>
  );
}

function dollars(amount: number): string {
  return amount >= 1_000_000 ? `$${(amount / 1_000_000).toFixed(2)}M` : `$${Math.round(amount / 1000)}K`;
}
