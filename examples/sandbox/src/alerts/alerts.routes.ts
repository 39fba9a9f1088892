import { publishAlert, validate } from '@openbell/example-server';
import * as v from 'valibot';
import { defineSandboxRoutes } from '../routes.ts';

const alertBodySchema = v.object({
  message: v.pipe(
    v.string('Must be text.'),
    v.trim(),
    v.nonEmpty('Please enter a message.'),
    v.maxLength(2_000, 'Must be at most 2,000 characters.'),
    v.check((text) => !text.includes('\u0000'), 'Contains a forbidden character.'),
  ),
});

/** Publishes an alert without an account, for tests and demos. */
export const sandboxAlertsRoutes = defineSandboxRoutes({
  'POST /dev/alerts': async (context, call) => {
    const { message } = validate(alertBodySchema, await call.readJson());
    const { alert, code } = await publishAlert(context, { message });
    return Response.json(
      { alert, code, url: `/alerts?code=${code}` },
      { status: 201, headers: { 'cache-control': 'no-store' } },
    );
  },
});
