import { BriefcaseBusiness, GraduationCap, House, Sunrise } from 'lucide-react';
import { personas } from './landing.content.ts';

const ICONS = {
  graduate: GraduationCap,
  professional: BriefcaseBusiness,
  parent: House,
  retiree: Sunrise,
} as const;

/** 'Who can join': four cards. */
export function Personas() {
  return (
    <section className="personas" aria-labelledby="personas-title">
      <h2 id="personas-title">Who can join</h2>
      <ul className="personas-cards">
        {personas.map(({ picture, title, text }) => {
          const Icon = ICONS[picture];
          return (
            <li key={picture} className="persona">
              <Icon aria-hidden="true" size={26} strokeWidth={1.5} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
