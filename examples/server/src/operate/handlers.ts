import { alertHandlers } from './alert.ts';
import { billingHandlers } from './billing.ts';
import { chatHandlers } from './chat.ts';
import type { CommandName } from './commands.ts';
import { courseHandlers } from './course.ts';
import type { Handlers } from './handlers.types.ts';
import { memberHandlers } from './member.ts';
import { reportHandlers } from './report.ts';
import { siteHandlers } from './site.ts';

/** The handlers of all commands. */
export const handlers: Handlers<CommandName> = {
  ...alertHandlers,
  ...billingHandlers,
  ...chatHandlers,
  ...courseHandlers,
  ...memberHandlers,
  ...reportHandlers,
  ...siteHandlers,
};
