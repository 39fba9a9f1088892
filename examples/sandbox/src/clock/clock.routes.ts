// `/dev/clock`: moves the server's clock, to test renewals, refused payments and expiry.

import {
  fieldError,
  HttpError,
  isAllowedOrigin,
  type ServerContext,
  validate,
} from '@openbell/example-server';
import * as v from 'valibot';
import { periodAfter } from '../billing-calendar.ts';
import { escapeHtml, sandboxPage } from '../pages/sandbox-page.ts';
import { defineSandboxRoutes, type SandboxRoutes } from '../routes.ts';
import type { MovableClock } from './movable-clock.ts';
import { moveClock, recoverPayments, type TimedSandbox } from './move-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A jump is at most ten years. */
const FARTHEST = 10 * 366 * DAY;

const bodySchema = v.union(
  [
    v.strictObject({ advance: v.pipe(v.number(), v.integer()) }),
    v.strictObject({
      at: v.pipe(
        v.string(),
        v.isoTimestamp(),
        v.transform((text) => Date.parse(text)),
      ),
    }),
  ],
  'Send { "advance": milliseconds } or { "at": "2026-12-01T00:00:00Z" }.',
);

/** Moves by the calendar's months, as billing does. */
const BUTTONS: Readonly<Record<string, (now: number) => number>> = {
  '+1 hour': (now) => now + HOUR,
  '+1 day': (now) => now + DAY,
  '+3 days': (now) => now + 3 * DAY,
  '+7 days': (now) => now + 7 * DAY,
  '+1 month': (now) => later(now, 'month'),
  '+1 year': (now) => later(now, 'year'),
};

function later(now: number, interval: 'month' | 'year'): number {
  return periodAfter(Math.floor(now / 1000), interval, 1) * 1000 + (now % 1000);
}

/** The routes of the clock. Moves and recoveries are serialized. */
export function sandboxClockRoutes(clock: MovableClock, sandboxes: readonly TimedSandbox[]): SandboxRoutes {
  let running: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = running.then(work);
    running = next.catch(() => undefined);
    return next;
  };
  const moveTo = (context: ServerContext, target: (now: number) => number): Promise<void> =>
    inTurn(() => {
      const now = clock.now();
      const moment = target(now);
      if (!(moment >= now)) throw fieldError('at', 'Time only goes forward.');
      if (moment - now > FARTHEST) throw fieldError('at', 'That is more than ten years away.');
      return moveClock(context, { clock, sandboxes, target: moment });
    });
  const shown = () =>
    Response.json(
      { now: new Date(clock.now()).toISOString(), offset: clock.offset },
      { headers: { 'cache-control': 'no-store' } },
    );

  return defineSandboxRoutes({
    'GET /dev/clock': async (_context, { request }) =>
      request.headers.get('accept')?.includes('text/html') ? clockPage(clock, sandboxes) : shown(),

    'POST /dev/clock': async (context, call) => {
      refuseOtherSites(context, call.request);
      if (call.request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) {
        const form = new URLSearchParams(Buffer.from(await call.readBytes(1024)).toString('utf8'));
        const button = BUTTONS[form.get('move') ?? ''];
        if (button === undefined) throw fieldError('move', 'There is no such button.');
        await moveTo(context, button);
        return new Response(null, { status: 303, headers: { location: '/dev/clock' } });
      }
      const body = validate(bodySchema, await call.readJson());
      await moveTo(context, (now) => ('at' in body ? body.at : now + body.advance));
      return shown();
    },

    'POST /dev/recover-payments': async (context, call) => {
      refuseOtherSites(context, call.request);
      await inTurn(() => recoverPayments(context, sandboxes));
      return new Response(null, { status: 303, headers: { location: '/dev/clock' } });
    },
  });
}

function refuseOtherSites({ config }: ServerContext, { headers }: Request): void {
  const origin = headers.get('origin');
  if (origin !== null && !isAllowedOrigin(config, origin, headers.get('host') ?? undefined)) {
    throw new HttpError(403, 'Another site may not move the clock or the payments.');
  }
}

async function clockPage(clock: MovableClock, sandboxes: readonly TimedSandbox[]): Promise<Response> {
  const now = new Date(clock.now()).toISOString();
  const ahead = clock.offset / DAY;
  const buttons = Object.keys(BUTTONS).map(
    (name) => `<button name="move" value="${escapeHtml(name)}">${escapeHtml(name)}</button>`,
  );
  let failing = 0;
  for (const sandbox of sandboxes) failing += await sandbox.failing();
  const payments =
    failing === 0
      ? '<p>No payment waits to be tried again.</p>'
      : `<p>Payments that were refused and are tried again: ${failing}. A person would see to the card or the wallet now.</p>` +
        '<form method="post" action="/dev/recover-payments"><button>Let these payments go through</button></form>';
  return sandboxPage(
    'Clock',
    `<p>The server’s time is <time datetime="${now}">${now}</time>, ${ahead.toFixed(1)} days ahead of the true time.</p>` +
      '<p>Moving it lets trials end, plans renew, payments fail and access expire, as they would by then. ' +
      'It only goes forward; start the server with --reset to begin again.</p>' +
      `<form class="row" method="post" action="/dev/clock">${buttons.join(' ')}</form>` +
      `<h2>Refused payments</h2>${payments}<p><a href="/dev/mail">Mail</a></p>`,
  );
}
