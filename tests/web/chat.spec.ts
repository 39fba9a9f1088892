// Two members chat in two browsers over the real server.
import { expect, expectAccessible, people, signIn, test } from './app-test.ts';
import { bubble, composer, log, openGroupChat, write } from './chat-pages.ts';

test(
  'two members chat live: messages, typing and ticks; a phone shows one pane at a time [chat.one-pane]',
  { tag: '@phone' },
  async ({ page, openContext }, info) => {
    test.setTimeout(120_000);
    // All projects share the chat: each says its own words.
    const fromSubscriber = `Good morning from the subscriber, ${info.project.name}`;
    const fromMentor = `Good morning from the mentor, ${info.project.name}`;
    const mentor = await (await openContext()).newPage();
    await signIn(page, people.subscriber);
    await signIn(mentor, people.mentor);
    await openGroupChat(page);
    await openGroupChat(mentor);
    await expectAccessible(page);

    await test.step('the list is virtualized: far fewer rows than messages', async () => {
      expect(await log(page).getByRole('article').count()).toBeLessThan(80);
    });

    await test.step('a message arrives at once, and its ticks change', async () => {
      await write(page, fromSubscriber);
      await expect(bubble(mentor, fromSubscriber)).toHaveCount(1);
      await expect(bubble(page, fromSubscriber)).toHaveCount(1);
      await expect(bubble(page, fromSubscriber).getByRole('img', { name: 'Seen' })).toBeAttached();
    });

    await test.step('typing shows while it lasts', async () => {
      await composer(mentor).pressSequentially('Good mor');
      await expect(page.getByText(/is typing\.\.\./).first()).toBeVisible();
      await write(mentor, fromMentor);
      await expect(bubble(page, fromMentor)).toHaveCount(1);
      await expect(page.getByText(/is typing\.\.\./)).toHaveCount(0);
      await expect(bubble(mentor, fromMentor).getByRole('img', { name: 'Seen' })).toBeAttached();
    });

    if (info.project.name.startsWith('phone'))
      await test.step('a phone shows one pane at a time, with a way back', async () => {
        const list = page.getByRole('navigation', { name: 'Chats' });
        await expect(list).toBeHidden();
        await page.getByRole('button', { name: 'Back' }).click();
        await expect(list).toBeVisible();
        await expect(log(page)).toHaveCount(0);
        await list.getByRole('link').first().click();
        await expect(bubble(page, fromMentor)).toBeVisible();
      });

    await test.step('sending nothing says so', async () => {
      await composer(page).press('Enter');
      await expect(page.getByText('Please enter a message or select a file to send.')).toBeVisible();
    });
  },
);
