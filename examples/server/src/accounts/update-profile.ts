// POST /web/update-profile: a multipart form. Missing fields stay unchanged.
import type { UpdateProfileBody } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import { eq } from 'drizzle-orm';
import { readSubscriptions } from '../billing/index.ts';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { HttpError } from '../http/http-error.ts';
import type { Multipart, UploadedFile } from '../http/request/multipart.ts';
import { validate } from '../http/validate.ts';
import type { Call, Handler } from '../routes.ts';
import { throttle } from '../security/limits.ts';
import type { UserRow } from '../sessions/sessions.ts';
import { avatarBytes, removeAvatar, storeAvatar } from './avatars.ts';
import { ownProfileSchema } from './own-schemas.ts';
import { projectUser } from './project-user.ts';

const limits = {
  files: 1,
  fileBytes: avatarBytes,
  totalBytes: avatarBytes + 256 * 1024,
  fileFields: ['profile_image'],
};

/** The columns that a user may change. */
type Changes = Partial<
  Pick<UserRow, 'firstName' | 'phone' | 'about' | 'pushNotification' | 'emailNotification' | 'dp'>
>;

export const updateProfile: Handler<'updateProfile'> = async (context, call) => {
  const { clock, log } = context;
  const { userId } = call.caller;
  await throttle(context, 'update-profile.user', userId);
  const form = await call.readMultipart(limits);
  try {
    const changes = readChanges(validate(ownProfileSchema, form.fields));
    const picture = uploadedPicture(form);
    const isSubscriber = isSubscribed({ expired_at: call.caller.expiredAt }, clock.now());
    const dp = picture === null ? null : await storeAvatar(context, { userId, isSubscriber }, picture);
    const row = await save(context, call, dp === null ? changes : { ...changes, dp });
    log.info('profile-updated', { userId, fields: Object.keys(changes), picture: dp !== null });
    const subscriptions = await readSubscriptions(context, userId);
    return {
      body: {
        message: 'Your profile has been saved.',
        user: projectUser(row, subscriptions, clock.now()),
      },
    };
  } finally {
    await form.discard();
  }
};

function readChanges(body: UpdateProfileBody): Changes {
  const changes: Changes = {};
  if (body.first_name !== undefined) changes.firstName = body.first_name;
  if (body.phone !== undefined) changes.phone = body.phone;
  // Forms send line ends as CR LF.
  if (body.about !== undefined) changes.about = body.about.replace(/\r\n?/g, '\n');
  if (body.push_notification !== undefined) changes.pushNotification = body.push_notification;
  if (body.email_notification !== undefined) changes.emailNotification = body.email_notification;
  return changes;
}

/** Returns the uploaded picture; an empty file input sends a file without name and bytes. */
function uploadedPicture({ files }: Multipart): UploadedFile | null {
  const [file] = files;
  return file === undefined || (file.name === '' && file.bytes === 0) ? null : file;
}

/** Stores the changes and removes the file of a replaced picture. */
async function save(
  context: ServerContext,
  { caller: { userId }, requireAccess }: Pick<Call<'updateProfile'>, 'caller' | 'requireAccess'>,
  changes: Changes,
): Promise<UserRow> {
  try {
    if (changes.dp !== undefined) await requireAccess();
    const { before, row } = await context.db.transaction(async (tx) => {
      // The lock serializes parallel uploads, so that each replaced picture is removed.
      const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
      const [row] = await tx
        .update(users)
        .set({ ...changes, updatedAt: new Date(context.clock.now()) })
        .where(eq(users.id, userId))
        .returning();
      if (before === undefined || row === undefined || row.deletedAt !== null)
        throw new HttpError(401, 'Please sign in.');
      return { before, row };
    });
    if (changes.dp !== undefined) await removeAvatar(context, before.dp);
    return row;
  } catch (error) {
    await removeAvatar(context, changes.dp ?? null);
    throw error;
  }
}
