// The paths of the site's pages; other paths get the 404 page. `*` is one path segment.
const patterns = [
  // The page 'Option Trade Ideas'.
  '/old',
  '/welcome',
  '/signin',
  '/signup',
  // Redirects to /signin.
  '/login',
  '/forget-password',
  '/privacy-policy',
  '/terms',
  '/alerts',
  '/dashboard',
  '/personal-chat',
  '/personal-chat/*',
  '/chat',
  '/chat/*',
  '/market-data',
  '/courses',
  '/course/*',
  '/site-alerts',
  '/profile',
  '/profile/edit',
  '/unsubscribe/*',
  '/unsubscribe/*/impact',
  '/unsubscribe/*/confirm',
].map((pattern) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`));

/** Returns whether a decoded path without a trailing slash is a page of the site. The landing page has the empty path. */
export function isSiteRoute(path: string): boolean {
  return path === '' || patterns.some((pattern) => pattern.test(path));
}
