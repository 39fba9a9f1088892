import { LessonDrawing } from './LessonDrawing.tsx';
import { lessons } from './landing.content.ts';

/** 'Meet your Mentors': their experience and the five things that they teach. */
export function Mentors() {
  return (
    <section className="mentors" aria-labelledby="mentors-title">
      <div className="mentors-head">
        <h2 id="mentors-title">Meet your Mentors</h2>
        <p>
          Traders with many years in American options markets. They specialise in options scalp strategies,
          and they trade what they teach: five lessons that build on one another.
        </p>
      </div>
      <ul className="mentors-lessons">
        {lessons.map(({ picture, title, text }) => (
          <li key={picture} className="lesson">
            <LessonDrawing picture={picture} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
