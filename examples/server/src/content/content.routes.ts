import { requireCaptcha } from '../captcha/require-captcha.ts';
import { contactMessages } from '../db/schema/accounts.ts';
import { fieldError, HttpError, notAvailable, notFound } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import { contactMail } from '../mail/templates.ts';
import { MarketProviderError } from '../providers/market/market.types.ts';
import { defineRoutes, readId } from '../routes.ts';
import { throttle } from '../security/limits.ts';
import { sha256Hex } from '../security/tokens.ts';
import { readAlertByCode, readAlerts } from './alerts.ts';
import { courseLinksOf } from './course-links.ts';
import { readCourses } from './read-courses.ts';

/** The code in the URL gives access to the alert, so the response is not cached and the URL is no referrer. */
const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
/** For unknown and expired codes. */
const alertFailed = 'Failed to load alert';
const newsFailed = 'Market news is not available right now. Please try again in a moment.';

export const contentRoutes = defineRoutes({
  newsList: async ({ news, clock }) => {
    if (news === null) throw notAvailable('Market news is');
    try {
      return { body: await news.list(clock.now()) };
    } catch (error) {
      // `createCachedNews` has logged the error.
      if (!(error instanceof MarketProviderError)) throw error;
      throw new HttpError(503, newsFailed, { retryAfter: error.retryAfter ?? 30 });
    }
  },

  courses: async (context, { caller }) => ({
    body: await readCourses(context.db, {
      links: await courseLinksOf(context),
      userId: caller.userId,
    }),
  }),

  course: async (context, { caller, params }) => {
    const id = readId(params.courseId);
    const links = await courseLinksOf(context);
    const [course] = await readCourses(context.db, { links, userId: caller.userId, id });
    if (course === undefined) throw notFound();
    return { body: course };
  },

  alerts: async ({ db }, { query }) => {
    const page = query.page ?? '1';
    if (!/^[1-9]\d{0,8}$/.test(page)) throw fieldError('page', 'Must be a page number.');
    return { body: await readAlerts(db, Number(page)) };
  },

  alert: async (context, { params, address }) => {
    await throttle(context, 'alert.address', address);
    const alert = await readAlertByCode(context.db, params.code, context.clock.now());
    if (alert === null)
      throw new HttpError(404, alertFailed, { error: alertFailed, headers: privateHeaders });
    return { body: { alert }, headers: privateHeaders };
  },

  submitContactForm: async (context, { body, address }) => {
    const { config, db, clock, log } = context;
    const { name, email, message, website, captcha } = body;
    await throttle(context, 'contact.address', address);
    await throttle(context, 'contact.account', sha256Hex(email.toLowerCase()));
    const accepted = { body: { message: 'Form submitted successfully' } };
    // A field that only bots fill in.
    if (website !== undefined && website !== '') {
      log.info('contact-message-dropped');
      return accepted;
    }
    await requireCaptcha(context, captcha, { action: 'contact', address });
    const now = clock.now();
    await db.transaction(async (tx) => {
      await tx.insert(contactMessages).values({ name, email, message, createdAt: new Date(now) });
      if (config.ownerEmail !== null)
        await queueMail(tx, contactMail(config.ownerEmail, { name, email, message }), now);
    });
    log.info('contact-message', { length: message.length });
    return accepted;
  },
});
