import { Activity, BookOpen, Repeat, Search, ShieldAlert, TrendingUpDown } from 'lucide-react';
import { challenges } from './landing.content.ts';

const ICONS = {
  volatility: Activity,
  search: Search,
  uneven: TrendingUpDown,
  shield: ShieldAlert,
  book: BookOpen,
  practice: Repeat,
} as const;

/** Six challenges and their solutions. */
export function Challenges() {
  return (
    <section className="challenges" aria-labelledby="challenges-title">
      <h2 id="challenges-title">Overcoming Trading Challenges</h2>
      <ul className="challenges-grid">
        {challenges.map((challenge) => {
          const Icon = ICONS[challenge.icon];
          return (
            <li key={challenge.icon} className="challenge">
              <Icon aria-hidden="true" size={22} strokeWidth={1.6} />
              <h3>{challenge.title}</h3>
              <p>{challenge.text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
