import { About } from './About.tsx';
import { Challenges } from './Challenges.tsx';
import { ContactSection } from './ContactSection.tsx';
import { Exchanges } from './Exchanges.tsx';
import { Hero } from './Hero.tsx';
import { Journey } from './Journey.tsx';
import { Offer } from './Offer.tsx';
import { Pricing } from './Pricing.tsx';

/** The landing page (product.md 2). Prerendered at build: it reads, and its links work, before any script has run. */
export function LandingPage() {
  return (
    <>
      <Hero />
      <Exchanges />
      <About />
      <Offer />
      <Challenges />
      <Journey />
      <Pricing />
      <ContactSection />
    </>
  );
}
