// GET /web/chat/{id}/mute and /unmute: the member's own setting. Idempotent.
import { and, eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { chatMembers } from '../db/schema/chat.ts';
import { type Call, readId } from '../routes.ts';
import { requireMembership } from './read-chats.ts';

export async function changeMute(
  context: ServerContext,
  { params, caller }: Pick<Call<'muteChat'>, 'params' | 'caller'>,
  muted: boolean,
): Promise<{ body: { message: string } }> {
  const chatId = readId(params.id);
  const member = await requireMembership(context, chatId, caller.userId);
  if (member.muted !== muted) {
    await context.bus.transact(async (tx, publish) => {
      await tx
        .update(chatMembers)
        .set({ muted })
        .where(and(eq(chatMembers.chatId, chatId), eq(chatMembers.userId, caller.userId)));
      publish('chat-list-changed', { userId: caller.userId });
    });
  }
  return { body: { message: muted ? 'Chat muted.' : 'Chat unmuted.' } };
}
