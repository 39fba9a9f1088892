/** Links and words of the public frame. */

/** The page anchors of the bar, on the root route. */
export const anchors = [
  { name: 'home', label: 'Home' },
  { name: 'about', label: 'About' },
  { name: 'pricing', label: 'Pricing' },
  { name: 'contact', label: 'Contact' },
] as const;

export const banner = {
  text: '4,000+ subscribers prepare with Openbell.',
  action: 'Try it free for 7 days',
} as const;

export const legalLinks = [
  { href: '/terms', label: 'Terms' },
  { href: '/privacy-policy', label: 'Privacy policy' },
] as const;

/** The product's own profiles elsewhere. */
export const socialLinks = [
  { href: 'https://www.youtube.com/@openbell', label: 'YouTube' },
  { href: 'https://www.instagram.com/openbell', label: 'Instagram' },
  { href: 'https://x.com/openbell', label: 'X' },
  { href: 'https://www.facebook.com/openbell', label: 'Facebook' },
] as const;

/** In place of what a form would do. */
export const withoutScripts =
  'This part needs JavaScript, which is switched off in your browser. Everything else on this site reads without.';
