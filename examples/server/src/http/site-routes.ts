// The site's pages: a static host answers any other path with the 404 page.
const patterns = [
  '/old',
  '/welcome',
  '/signin',
  '/signup',
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

/** Whether a path (decoded, without a trailing slash; the landing page is empty) is a page of the site. */
export function isSiteRoute(path: string): boolean {
  return path === '' || patterns.some((pattern) => pattern.test(path));
}
