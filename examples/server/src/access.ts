// The access of the routes outside the contract. A route without a row here or in the sandbox's table cannot be registered.

/**
 * `visitor`: anyone. `member`: with a session. `signed`: with a signed URL or webhook. `local`: only from this machine, and
 * never in production; so are the routes below `/dev`, and no others.
 */
type Access = 'visitor' | 'member' | 'signed' | 'local';

/** The access of each route, by method and path. */
export type AccessTable = Readonly<Record<string, Access>>;

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
  'GET /media/tickers/:file': 'visitor',
} as const satisfies AccessTable;

export type OtherRoute = keyof typeof otherRoutes;
