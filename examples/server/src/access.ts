// The access of the routes outside the contract. A route without a row here cannot be registered.

/**
 * `visitor`: anyone. `member`: with a session. `signed`: with a signed URL or webhook. `local`: only from this machine, and
 * never in production.
 */
export const otherRoutes = {
  'GET /healthz': 'visitor',
  'GET /readyz': 'visitor',
  'GET /config.json': 'visitor',
  'GET /api/captcha/challenge': 'visitor',
  'POST /api/csp-reports': 'visitor',
  'POST /api/webhooks/stripe': 'signed',
  'POST /api/webhooks/paypal': 'signed',
  'GET /api/web/invoice/:id': 'member',
  'GET /media/alert-pictures/:file': 'visitor',
  'GET /media/avatars/:file': 'visitor',
  'GET /media/chat/:file': 'signed',
  'GET /media/courses/:file': 'signed',
  'GET /media/data-exports/:file': 'signed',
  'GET /media/invoices/:id': 'signed',
  'GET /media/course-pictures/:file': 'visitor',
  'GET /media/news/:file': 'visitor',
  'GET /media/sandbox.css': 'visitor',
  'GET /media/tickers/:file': 'visitor',
  'POST /dev/cards/confirm': 'local',
  'GET /dev/invoices/:file': 'local',
  'GET /dev/clock': 'local',
  'POST /dev/clock': 'local',
  'POST /dev/recover-payments': 'local',
  'GET /dev/wallet/approve': 'local',
  'GET /dev/wallet/revise': 'local',
  'POST /dev/wallet/approve': 'local',
  'POST /dev/wallet/revise': 'local',
  'GET /dev/mail.json': 'local',
  'GET /dev/mail': 'local',
  'POST /dev/alerts': 'local',
  'GET /dev/gallery': 'local',
  'GET /dev/gallery/assets/:file': 'local',
  'GET /dev/social/google': 'local',
  'POST /dev/social/google': 'local',
  'GET /dev/social/facebook': 'local',
  'POST /dev/social/facebook': 'local',
} as const satisfies Record<string, 'visitor' | 'member' | 'signed' | 'local'>;

export type OtherRoute = keyof typeof otherRoutes;
