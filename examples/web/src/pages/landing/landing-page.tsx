import { Island } from '../../site/islands/Island.tsx';
import { About } from './About.tsx';
import { AfterSixMonths } from './AfterSixMonths.tsx';
import { Challenges } from './Challenges.tsx';
import { Exchanges } from './Exchanges.tsx';
import { Hero } from './Hero.tsx';
import { Journey } from './Journey.tsx';
import { Mentors } from './Mentors.tsx';
import { Offer } from './Offer.tsx';
import { Personas } from './Personas.tsx';
import { Transformation } from './Transformation.tsx';
import '@openbell/ui/styles/billing.css';
import '../../styles/landing/index.css';

/** The landing page. Prerendered: text and links work without scripts. */
export default function LandingPage() {
  return (
    <>
      <Hero />
      <Exchanges />
      <Transformation />
      <About />
      <Offer />
      <Challenges />
      <Journey />
      <AfterSixMonths />
      <Mentors />
      <Island name="testimonials" />
      <Personas />
      <Island name="pricing" />
      <Island name="contact" />
    </>
  );
}
