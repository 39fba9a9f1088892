import {
  alertPicturePath,
  cancelScheduledAlert,
  findAlert,
  listAlerts,
  listScheduledAlerts,
  publishAlert,
  removeAlertPicture,
  retractAlert,
  scheduleAlert,
  storeAlertPicture,
} from '../content/index.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handlers } from './handlers.types.ts';

/** Characters. */
const MAX_TEXT = 2_000;

export const alertHandlers: Handlers<'alert publish' | 'alert list' | 'alert retract'> = {
  'alert publish': async (context, { text, picture: file, link, at }) => {
    const address = link === undefined ? [] : [readLink(link)];
    if (at !== undefined && at.getTime() <= context.clock.now())
      throw new HttpError(422, '--at must be in the future.');
    const picture = file === undefined ? null : await storeAlertPicture(context, file);
    try {
      const url = picture === null ? [] : [`${context.config.publicUrl}${alertPicturePath(picture)}`];
      const message = joinLines([text, ...url, ...address]);
      const details = picture === null ? {} : { picture: url[0] ?? null };
      if (at !== undefined) {
        const id = await scheduleAlert(context, { message, picture }, at);
        return {
          message: `The alert s${id} will be published at ${at.toISOString()}.`,
          details: { alert: `s${id}`, ...details },
        };
      }
      const { alert, code } = await publishAlert(context, { message, picture });
      return {
        message: `The alert ${alert.id} is published.`,
        details: {
          alert: String(alert.id),
          page: `${context.config.publicUrl}/alerts?code=${code}`,
          ...details,
        },
      };
    } catch (error) {
      await removeAlertPicture(context, picture);
      throw error;
    }
  },

  'alert list': async (context, { limit = 20 }) => {
    const scheduled = await listScheduledAlerts(context);
    const published = await listAlerts(context.db, limit);
    return {
      message: `Scheduled alerts: ${scheduled.length}. Newest published alerts: ${published.length}.`,
      rows: [
        ...scheduled.map((row) => ({
          alert: `s${row.id}`,
          state: 'scheduled',
          at: row.dueAt.toISOString(),
          text: row.message,
        })),
        ...published.map((row) => ({
          alert: String(row.id),
          state: 'published',
          at: row.createdAt.toISOString(),
          text: row.message,
        })),
      ],
    };
  },

  'alert retract': async (context, { alert }) => {
    const [, schedule, digits = ''] = /^(s?)(\d{1,9})$/.exec(alert) ?? [];
    const id = Number(digits);
    const found =
      schedule === 's'
        ? (await listScheduledAlerts(context)).find((row) => row.id === id)
        : await findAlert(context.db, id);
    if (found === undefined) throw unknownAlert(alert);
    return {
      preview: { message: `Would remove the alert ${alert}.`, details: { text: found.message } },
      async apply() {
        const removed =
          schedule === 's' ? await cancelScheduledAlert(context, id) : await retractAlert(context, id);
        if (!removed) throw unknownAlert(alert);
        const seen = schedule === 's' ? '' : ' Members who have read it have read it.';
        return { message: `The alert ${alert} is removed.${seen}` };
      },
    };
  },
};

/** Joins the lines of an alert. Throws 422 if they are too long. */
function joinLines(lines: readonly string[]): string {
  const message = lines.join('\n');
  if (message.length <= MAX_TEXT) return message;
  throw new HttpError(422, `An alert has at most ${MAX_TEXT} characters.`);
}

function readLink(link: string): string {
  const url = URL.parse(link);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw new HttpError(422, '--link must be an address like https://example.com/page.');
}

function unknownAlert(alert: string): HttpError {
  return new HttpError(404, `There is no alert ${alert}. See: alert list`);
}
