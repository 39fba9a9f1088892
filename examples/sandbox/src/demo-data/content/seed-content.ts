import { addCourse, codeExpiry, newAlertCode, siteAlerts } from '@openbell/example-server';
import type { Seed } from '../seed.ts';
import { DEMO_ALERT_CODE, demoAlerts } from './demo-alerts.ts';
import { demoCourses } from './demo-courses.ts';

const DAY = 86_400_000;

/** Writes the demo's courses and alerts. */
export const seedContent: Seed = async ({ db, clock }) => {
  const now = clock.now();
  for (const [position, { published, ...course }] of demoCourses.entries()) {
    const createdAt = new Date(now - (60 - position) * DAY);
    await addCourse(db, { ...course, position, createdAt, publishedAt: published ? createdAt : null });
  }
  const rows = demoAlerts.map(({ message, minutesAgo }, index) => {
    const at = now - minutesAgo * 60_000;
    const isDemo = index === 0;
    return {
      code: isDemo ? DEMO_ALERT_CODE : newAlertCode(),
      message,
      createdAt: new Date(at),
      codeExpiresAt: isDemo ? null : codeExpiry(at),
    };
  });
  // Oldest first, so that ids ascend with time.
  await db.insert(siteAlerts).values(rows.reverse());
};
