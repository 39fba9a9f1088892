import { About } from './About.tsx';
import { AfterSixMonths } from './AfterSixMonths.tsx';
import { Challenges } from './Challenges.tsx';
import { ContactSection } from './ContactSection.tsx';
import { Exchanges } from './Exchanges.tsx';
import { Hero } from './Hero.tsx';
import { Journey } from './Journey.tsx';
import { Mentors } from './Mentors.tsx';
import { Offer } from './Offer.tsx';
import { Personas } from './Personas.tsx';
import { Pricing } from './Pricing.tsx';
import { Testimonials } from './Testimonials.tsx';
import { Transformation } from './Transformation.tsx';

/** The landing page (product.md 2). Prerendered at build: it reads, and its links work, before any script has run. */
export function LandingPage() {
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
      <Testimonials />
      <Personas />
      <Pricing />
      <ContactSection />
    </>
  );
}
