import { LessonDrawing } from './LessonDrawing.tsx';
import { lessons, mentors } from './landing.content.ts';
import { MentorPortrait } from './MentorPortrait.tsx';

/** 'Meet your Mentors': who they are and the five lessons that they teach. */
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
      <ul className="mentors-people" aria-label="Mentors">
        {mentors.map(({ picture, name, text }) => (
          <li key={picture} className="mentor">
            <MentorPortrait name={picture} />
            <p className="mentor-name">{name}</p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className="mentors-sample">
        Sample content: these mentors are invented, and their portraits are drawn.
      </p>
      <ul className="mentors-lessons" aria-label="Lessons">
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
