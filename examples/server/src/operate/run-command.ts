// Runs a command of the operator: checks, audit, dry run.
import * as v from 'valibot';
import type { ServerContext } from '../context.ts';
import { HttpError } from '../http/http-error.ts';
import { validate } from '../http/validate.ts';
import { beginAudit } from './audit.ts';
import type { CommandRequest, Outcome } from './command.types.ts';
import { type CommandName, findCommand } from './commands.ts';
import { handlers } from './handlers.ts';
import type { OperateContext, Plan, Upload } from './handlers.types.ts';
import { readInputs } from './read-inputs.ts';

const uploadSchema = v.object({ name: v.string(), upload: v.string() });
const requestSchema = v.object({
  command: v.string(),
  operator: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  inputs: v.record(
    v.string(),
    v.union([v.string(), v.literal(true), v.array(v.string()), uploadSchema, v.array(uploadSchema)]),
  ),
  dryRun: v.boolean(),
});

type AnyHandler = (
  context: OperateContext,
  inputs: Readonly<Record<string, unknown>>,
) => Promise<Outcome | Plan>;

/** Runs a command and returns its result. Throws an `HttpError` with a message for the operator. */
export async function runCommand(
  context: ServerContext,
  body: unknown,
  findUpload: (id: string, name: string) => Upload | undefined,
): Promise<Outcome> {
  const request: CommandRequest = validate(requestSchema, body);
  const command = findCommand(request.command);
  if (command === undefined) throw new HttpError(404, `There is no command ${request.command}.`);
  if (request.dryRun && !command.destructive) throw new HttpError(422, 'This command has no dry run.');
  const { values, audited } = await readInputs(command, request.inputs, { db: context.db, findUpload });
  const name = request.command as CommandName;
  const { operator, dryRun } = request;
  // Messages of these commands and of dry runs may contain addresses.
  const isPersonal = command.inputs.some(({ personal }) => personal);
  const entry = await beginAudit(context, { operator, command: name, arguments: audited, dryRun });
  try {
    // The inputs were checked against the description from which the handler's types are derived.
    const run = handlers[name] as AnyHandler;
    const result = await run({ ...context, operator }, values);
    const outcome = 'preview' in result ? await runPlan(result, dryRun) : result;
    await entry.end('done', isPersonal || dryRun ? null : outcome.message);
    context.log.info('operator-command', { command: name, operator, dryRun });
    return outcome;
  } catch (error) {
    const isRefused = error instanceof HttpError;
    if (!isRefused) context.log.error('operator-command-failed', { command: name, error });
    const reason = isRefused ? error.message : 'See the log of the server.';
    await entry.end(isRefused ? 'refused' : 'failed', isRefused && isPersonal ? null : reason);
    throw error;
  }
}

function runPlan(plan: Plan, dryRun: boolean): Promise<Outcome> | Outcome {
  return dryRun ? plan.preview : plan.apply();
}
