// A chat with more members than its first page has.
import { createRestartableServer } from '../../support/restartable-server.ts';
import { expect, expectAccessible, signIn, test, users } from '../app-test.ts';
import { openGroupChat } from './chat-pages.ts';

test.use({
  baseURL: async ({ appTheme: _ }, use) => {
    const server = await createRestartableServer({}, 'tests/support/large-group-server.ts');
    await server.start();
    await use(server.url);
    await server.close();
  },
});

test('shows all members of a large group by Show more in the chat details [chat.users-paged]', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  await page.getByRole('button', { name: 'Chat details' }).click();
  const panel = page.getByRole('complementary', { name: 'Chat details' });
  const list = panel.getByRole('region', { name: 'Users' });
  const more = list.getByRole('button', { name: /^Show more/ });

  await expect(more).toHaveText(/^Show more \(50 of \d+\)$/);
  const count = Number(/of (\d+)/.exec((await more.textContent()) ?? '')?.[1]);
  expect(count).toBeGreaterThan(120);
  await expectAccessible(page);

  await more.click();
  await expect(more).toHaveText(`Show more (100 of ${count})`);
  await more.click();
  await expect(more).toHaveCount(0);

  const last = list.getByRole('listitem').last();
  await expect(async () => {
    await last.scrollIntoViewIfNeeded();
    await expect(last).toHaveText(/Trader 120$/, { timeout: 500 });
  }).toPass();
  await expect(last).toHaveAttribute('aria-setsize', String(count));
  await expect(last).toHaveAttribute('aria-posinset', String(count));
});
