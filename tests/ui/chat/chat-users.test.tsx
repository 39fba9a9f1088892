import { errorResponse, okResponse } from '@openbell/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { chatOf, other } from '../../core/chat/support.ts';
import { deliver, layOut, open, settleAll } from './support.tsx';

beforeEach(layOut);

const all = Array.from({ length: 70 }, (_, index) => ({
  user_id: index + 1,
  user: { id: index + 1, first_name: `Member ${index + 1}`, dp: null },
}));

it('shows the users of a large chat and loads more by a button, again after a failure [chat.users-more]', async () => {
  const { rig, server, user } = await open();
  const chat = chatOf({ users: all.slice(0, 50), users_count: 70 });
  rig.api.script('/web/chats', () => okResponse({ data: [chat] }));
  await rig.chat.loadList();
  await settleAll(rig, server);
  await user.click(screen.getByRole('button', { name: 'Chat details' }));
  const panel = within(await screen.findByRole('region', { name: 'Users' }));
  expect(panel.getAllByRole('listitem')).toHaveLength(50);

  rig.api.script('/web/chat/{id}/users', () => errorResponse(503));
  await user.click(panel.getByRole('button', { name: 'Show more (50 of 70)' }));
  await settleAll(rig, server);
  expect(panel.getByRole('alert').textContent).toBe('The users could not be loaded. Please try again.');

  rig.api.script('/web/chat/{id}/users', ({ input }) => {
    const page = Number(input.query?.page);
    return okResponse({ data: all.slice((page - 1) * 50, page * 50), last_page: 2 });
  });
  await user.click(panel.getByRole('button', { name: 'Show more (50 of 70)' }));
  await settleAll(rig, server);
  expect(panel.getAllByRole('listitem')).toHaveLength(70);
  expect(panel.queryByRole('button')).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
});

it('marks the users whom the viewer has blocked, until an unblock [chat.block-mark]', async () => {
  const { rig, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Chat details' }));
  const panel = within(await screen.findByRole('region', { name: 'Users' }));
  const shown = (): (string | null)[] => panel.getAllByRole('listitem').map(({ textContent }) => textContent);
  const mark = (is_block: boolean): Promise<void> =>
    deliver(rig, { type: 'WebMarkUser', user_id: other.id, is_mute: false, is_block });
  const before = shown();
  expect(before.join()).not.toContain('Blocked');
  await mark(true);
  expect(shown().filter((line) => line?.includes('Blocked'))).toEqual([expect.stringContaining('Grace')]);
  await mark(false);
  expect(shown()).toEqual(before);
});
