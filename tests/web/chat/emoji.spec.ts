// Emoji: the picker of the composer, the names after a colon, and reactions with any emoji.
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, signIn, test, users } from '../app-test.ts';
import { bubble, composer, openGroupChat, write } from './chat-pages.ts';

test.use({
  // A server of its own: messages here must not affect other tests.
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url);
  },
});

const picker = (page: Page) => page.getByRole('dialog', { name: 'Emoji' });

test('chooses emoji and reacts with one [chat.emoji-picker] [chat.emoji-name] [chat.emoji-recent] [chat.react-any] @phone', {
  tag: '@everywhere',
}, async ({ page, openContext, isMobile }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await signIn(page, users.subscriber);
  await openGroupChat(page);

  await test.step('the picker loads when it is opened, and fits on the screen', async () => {
    await composer(page).fill('to the moon');
    await composer(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(2, 2));
    expect(requested.filter((path) => path.startsWith('/emoji/'))).toEqual([]);
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await expect(picker(page).getByRole('gridcell', { name: 'grinning face', exact: true })).toBeVisible({
      // The server compresses the emoji at the first request.
      timeout: 90_000,
    });
    expect(requested.filter((path) => path.startsWith('/emoji/'))).toHaveLength(3);
    const box = await picker(page).boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    await expectAccessibleInBothThemes(page);
  });

  await test.step('a search finds an emoji, and a choice inserts it at the caret', async () => {
    await picker(page).getByRole('searchbox', { name: 'Search emoji' }).fill('rocket');
    await picker(page).getByRole('gridcell', { name: 'rocket', exact: true }).click();
    await expect(picker(page)).toBeHidden();
    await expect(composer(page)).toHaveValue('to🚀 the moon');
    await expect(composer(page)).toBeFocused();
    await page.keyboard.type('!');
    await expect(composer(page)).toHaveValue('to🚀! the moon');
  });

  await test.step('the skin tone and recently used emoji are there after a reload', async () => {
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    // The radio button itself is hidden: a person clicks its label.
    await picker(page).getByTitle('Medium dark', { exact: true }).click();
    await picker(page).getByRole('searchbox').fill('waving hand');
    await expect(picker(page).getByRole('gridcell', { name: 'waving hand' })).toHaveText('👋🏾');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(composer(page)).toHaveValue('to🚀! the moon');
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await expect(picker(page).getByRole('radio', { name: 'Medium dark' })).toBeChecked();
    await expect(picker(page).getByRole('group', { name: 'Recently used' })).toHaveText('🚀');
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    await expect(composer(page)).toBeFocused();
  });

  await test.step('a name after a colon is completed', async () => {
    await composer(page).fill('');
    await composer(page).pressSequentially('at 10:30 :smil');
    await expect(page.getByRole('option', { name: '😄 :smile:' })).toHaveAttribute('aria-selected', 'true');
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Enter');
    await expect(composer(page)).toHaveValue('at 10:30 😄');
    await composer(page).press('Enter');
    await expect(bubble(page, 'at 10:30 😄')).toHaveCount(1);
  });

  if (!isMobile)
    await test.step('the keyboard opens the picker, moves in it and chooses', async () => {
      await page.getByRole('button', { name: 'Emoji', exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(picker(page).getByRole('searchbox')).toBeFocused();
      await page.keyboard.type('hundred points');
      await expect(picker(page).locator('[data-active]')).toHaveText('💯');
      await page.keyboard.press('Enter');
      await expect(composer(page)).toHaveValue('💯');
      await composer(page).fill('');
      await page.getByRole('button', { name: 'Emoji', exact: true }).press('Enter');
      await expect(picker(page).getByRole('searchbox')).toBeFocused();
      const active = picker(page).locator('[data-active]');
      const activeRow = async () =>
        Number(await active.locator('xpath=..').getAttribute('aria-rowindex', { timeout: 500 }));
      // A row that is not rendered yet cannot be reached: a person presses the key again.
      await expect(async () => {
        await page.keyboard.press('ArrowDown');
        expect(await activeRow()).toBeGreaterThan(10);
      }).toPass({ intervals: [100] });
      await expect(active).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    });

  await test.step('a message of another member gets a reaction beyond the five', async () => {
    const mentor = await (await openContext()).newPage();
    await signIn(mentor, users.mentor);
    await openGroupChat(mentor);
    await write(mentor, 'Which way today?');
    const message = bubble(page, 'Which way today?').first();
    await message.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'React', exact: true }).click();
    await page.getByRole('button', { name: 'More emoji' }).click();
    await picker(page).getByRole('searchbox').fill('chart increasing');
    await picker(page).getByRole('gridcell', { name: 'chart increasing', exact: true }).click();
    await expect(message.getByRole('button', { name: /^📈 1/ })).toHaveAttribute('aria-pressed', 'true');
    await expect(bubble(mentor, 'Which way today?').getByRole('img', { name: /^📈 1/ })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
});
