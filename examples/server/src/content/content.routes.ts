import { contactMessages } from '../db/schema/accounts.ts';
import { HttpError } from '../http/http-error.ts';
import { defineRoutes } from '../http/route.ts';
import { takeRateLimit } from '../security/rate-limits.ts';

/** A brake on scripts: the form has no captcha. */
const perAddress = { limit: 60, windowMs: 3_600_000 };

/** What is read rather than bought or said: news, and the contact form (product.md 7). */
export const contentRoutes = defineRoutes({
  newsList: async ({ news, clock }) => ({ body: await news.list(clock.now()) }),

  submitContactForm: async ({ config, db, clock, log }, { body, address }) => {
    const now = clock.now();
    if (config.rateLimits) {
      const share = await takeRateLimit(db, `contact:${address}`, perAddress, now);
      if (!share.allowed) throw new HttpError(429, 'Too many messages. Please try again later.', share);
    }
    const { name, email, message } = body;
    await db.insert(contactMessages).values({ name, email, message, createdAt: new Date(now) });
    log.info('contact-message', { length: message.length });
    return { body: { message: 'Form submitted successfully' } };
  },
});
