import { requireCaptcha } from '../accounts/require-captcha.ts';
import { contactMessages } from '../db/schema/accounts.ts';
import { fieldError, HttpError, notFound } from '../http/http-error.ts';
import { defineRoutes, readId } from '../http/route.ts';
import { takeRateLimit } from '../security/rate-limits.ts';
import { readAlertByCode, readAlerts } from './alerts.ts';
import { courseLinksOf } from './course-links.ts';
import { readCourses } from './read-courses.ts';

/** Questions from one network address (traps C17). */
const perAddress = { limit: 5, windowMs: 3_600_000 };

/** Codes cannot be guessed; this is against those who try (traps A8). */
const alertsPerAddress = { limit: 30, windowMs: 60_000 };
/** Who holds a code holds the alert: it is kept nowhere on its way, and its address told to nobody. */
const unshared = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
/** The same words for a code that never was, and for one that has expired. */
const alertFailed = 'Failed to load alert';

/** What is read rather than bought or said: news, courses, alerts, and the contact form (product.md 7). */
export const contentRoutes = defineRoutes({
  newsList: async ({ news, clock }) => ({ body: await news.list(clock.now()) }),

  courses: async (context, { caller }) => ({
    body: await readCourses(context.db, await courseLinksOf(context), caller.userId),
  }),

  course: async (context, { caller, params }) => {
    const id = readId(params.courseId);
    const [course] = await readCourses(context.db, await courseLinksOf(context), caller.userId, id);
    if (course === undefined) throw notFound();
    return { body: course };
  },

  alerts: async ({ db }, { query }) => {
    const page = query.page ?? '1';
    if (!/^[1-9]\d{0,8}$/.test(page)) throw fieldError('page', 'Must be a page number.');
    return { body: await readAlerts(db, Number(page)) };
  },

  alert: async ({ config, db, clock }, { params, address }) => {
    const now = clock.now();
    if (config.rateLimits) {
      const share = await takeRateLimit(db, `alert:${address}`, alertsPerAddress, now);
      if (!share.allowed) {
        const message = 'Too many requests. Please try again later.';
        throw new HttpError(429, message, { ...share, error: message, headers: unshared });
      }
    }
    const alert = await readAlertByCode(db, params.code, now);
    if (alert === null) throw new HttpError(404, alertFailed, { error: alertFailed, headers: unshared });
    return { body: { alert }, headers: unshared };
  },

  submitContactForm: async (context, { body, address }) => {
    const { config, db, clock, log } = context;
    const now = clock.now();
    if (config.rateLimits) {
      const share = await takeRateLimit(db, `contact:${address}`, perAddress, now);
      if (!share.allowed) throw new HttpError(429, 'Too many messages. Please try again later.', share);
    }
    const { name, email, message, website, captcha } = body;
    const accepted = { body: { message: 'Form submitted successfully' } };
    if (website !== undefined && website !== '') {
      log.info('contact-message-dropped');
      return accepted;
    }
    await requireCaptcha(context, captcha, { action: 'contact', address });
    await db.insert(contactMessages).values({ name, email, message, createdAt: new Date(now) });
    log.info('contact-message', { length: message.length });
    return accepted;
  },
});
