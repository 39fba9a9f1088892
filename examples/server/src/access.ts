// Who may call the routes outside the contract. Deny by default: what has no row here, or in the contract's `access`, cannot
// be registered.

/**
 * Routes outside the contract. `signed`: the request proves itself (webhook signature, signed media address); `member`:
 * by the bearer token, as in the contract's calls.
 */
export const otherRoutes = {
  'GET /healthz': 'visitor',
  'GET /config.json': 'visitor',
  'GET /api/captcha/challenge': 'visitor',
  'POST /api/csp-reports': 'visitor',
  'POST /api/webhooks/stripe': 'signed',
  'POST /api/webhooks/paypal': 'signed',
  'GET /api/web/invoice/:id': 'member',
  'GET /media/avatars/:file': 'visitor',
  'GET /media/chat/:file': 'signed',
  'GET /media/courses/:file': 'signed',
  'GET /media/invoices/:id': 'signed',
  'GET /media/course-pictures/:file': 'visitor',
  'GET /media/news/:file': 'visitor',
  'GET /media/tickers/:file': 'visitor',
  // The sandbox's own pages: present only where sandbox providers are.
  'POST /dev/cards/confirm': 'sandbox',
  'GET /dev/invoices/:file': 'sandbox',
  'GET /dev/sandbox.css': 'sandbox',
  'GET /dev/clock': 'sandbox',
  'POST /dev/clock': 'sandbox',
  'POST /dev/recover-payments': 'sandbox',
  'GET /dev/wallet/approve': 'sandbox',
  'POST /dev/wallet/approve': 'sandbox',
  'GET /dev/mail.json': 'sandbox',
  'GET /dev/mail': 'sandbox',
  'GET /dev/news/:id': 'sandbox',
  'POST /dev/alerts': 'sandbox',
  'GET /dev/gallery': 'sandbox',
  'GET /dev/gallery/assets/:file': 'sandbox',
  'GET /dev/social/google': 'sandbox',
  'POST /dev/social/google': 'sandbox',
  'GET /dev/social/facebook': 'sandbox',
  'POST /dev/social/facebook': 'sandbox',
} as const satisfies Record<string, 'visitor' | 'member' | 'signed' | 'sandbox'>;

export type OtherRoute = keyof typeof otherRoutes;
