import { banUser } from '../accounts/index.ts';
import { findReport, listReports, readSurroundings, resolveReports } from '../chat/index.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handlers } from './handlers.types.ts';

const MUTE_DAYS = 7;
const MAX_MUTE_DAYS = 365;

const effects = {
  hide: () => 'remove the text and the files of the message for everyone',
  mute: (days: number) => `remove the message, and stop its sender from posting for ${days} days`,
  ban: () =>
    'remove the message, sign its sender out, refuse further sign-ins and cancel the renewal of their plan',
  dismiss: () => 'leave the message as it is',
} as const;

export const reportHandlers: Handlers<'report list' | 'report show' | 'report resolve'> = {
  'report list': async ({ db }, { all }) => {
    const reports = await listReports(db, all);
    return {
      message: `${all ? 'Reports' : 'Open reports'}: ${reports.length}.`,
      rows: reports.map((report) => ({
        report: report.id,
        at: report.createdAt.toISOString(),
        chat: report.chatId,
        sender: report.senderId,
        reporter: report.reporterId,
        resolution: report.resolution ?? 'open',
        text: report.body,
      })),
    };
  },

  'report show': async ({ db }, { report: id }) => {
    const report = await findReport(db, id);
    const around = await readSurroundings(db, report);
    return {
      message: `Report ${id} of the message ${report.messageId}, and the messages around it:`,
      details: {
        reported_at: report.createdAt.toISOString(),
        state: report.resolution ?? 'open',
        chat: `${report.chatId} ${report.chatName}`,
        sender: `${report.senderId} ${report.senderName}`,
        reporter: `${report.reporterId} ${report.reporterName}`,
        reported_text: report.body,
      },
      rows: around.map(({ id: message, at, sender, text }) => ({
        message,
        at: at.toISOString(),
        sender,
        text,
        reported: message === report.messageId,
      })),
    };
  },

  'report resolve': async (context, { report: id, action, days: given }) => {
    if (given !== undefined && action !== 'mute') throw new HttpError(422, '--days needs --action mute.');
    const days = given ?? MUTE_DAYS;
    if (days > MAX_MUTE_DAYS) throw new HttpError(422, `--days must be at most ${MAX_MUTE_DAYS}.`);
    const report = await findReport(context.db, id);
    if (report.resolvedAt !== null) throw new HttpError(409, `The report ${id} is already resolved.`);
    return {
      preview: {
        message: `Would ${effects[action](days)}, and mail the result to the people who reported it.`,
        details: { sender: `${report.senderId} ${report.senderName}`, reported_text: report.body },
      },
      async apply() {
        // Before the report is resolved: after a failure, the command can be repeated.
        if (action === 'ban') await banUser(context, report.senderId);
        const count = await resolveReports(context, report, { action, days });
        return { message: `Resolved (${action}). Reports of the message: ${count}.` };
      },
    };
  },
};
