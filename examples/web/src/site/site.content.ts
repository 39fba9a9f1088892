/** Links and texts of the public layout. */

/** The anchors of the navigation bar, on the root route. */
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

/** The product's social profiles. */
export const socialLinks = [
  { href: 'https://www.youtube.com/@openbell', label: 'YouTube' },
  { href: 'https://www.instagram.com/openbell', label: 'Instagram' },
  { href: 'https://x.com/openbell', label: 'X' },
  { href: 'https://www.facebook.com/openbell', label: 'Facebook' },
] as const;

/** Shown in place of forms when scripts are disabled. */
export const withoutScripts =
  'This part needs JavaScript, which is turned off in your browser. The rest of this site works without it.';
