import type { ComponentType } from 'react';

/** A public page: a prerendered document. */
export interface PublicPage {
  readonly path: string;
  /** The document's title, without the product's name. */
  readonly title: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

const page = (path: string, title: string, load: PublicPage['load']): PublicPage => ({ path, title, load });

/** All public pages. A build prerenders them; their components are loaded in development only. */
export const publicPages: readonly PublicPage[] = [
  page('/', 'Options mentorship and trade ideas', () => import('./pages/landing/landing-page.tsx')),
  page('/old', 'Option Trade Ideas', () => import('./pages/static/option-trade-ideas-page.tsx')),
  page('/welcome', 'Welcome', () => import('./pages/billing/welcome-page.tsx')),
  page('/signin', 'Sign in', () => import('./pages/account/signin-page.tsx')),
  page('/signup', 'Sign up', () => import('./pages/account/signup-page.tsx')),
  page('/forget-password', 'Forget Password', () => import('./pages/account/forgot-password-page.tsx')),
  page('/privacy-policy', 'Privacy policy', () => import('./pages/legal/privacy-page.tsx')),
  page('/terms', 'Terms of service', () => import('./pages/legal/terms-page.tsx')),
  page('/alerts', 'Alert', () => import('./pages/content/alert-page.tsx')),
];

/** The page for any unknown path. */
export const notFoundPage: PublicPage = page(
  '*',
  'Page Not Found',
  () => import('./pages/static/not-found-page.tsx'),
);

/** Returns the public page of a path. */
export function publicPageOf(pathname: string): PublicPage {
  const bare = pathname === '/' ? '/' : pathname.replace(/\/$/, '');
  return publicPages.find(({ path }) => path === bare) ?? notFoundPage;
}
