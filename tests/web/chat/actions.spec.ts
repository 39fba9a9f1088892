// Actions on messages, search, mentions and keys, in both kinds of chat.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test, users } from '../app-test.ts';
import { bubble, composer, log, openGroupChat, write } from './chat-pages.ts';

test.use({
  // A server of its own: messages and blocks here must not affect other tests.
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url);
  },
  permissions: ['clipboard-read', 'clipboard-write'],
});

async function act(message: Locator, action: string): Promise<void> {
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await message.page().getByRole('menuitem', { name: action, exact: true }).click();
}

async function writesAndSees(from: Page, to: Page, text: string): Promise<void> {
  await write(from, text);
  await expect(bubble(to, text)).toHaveCount(1);
}

test('performs every message action [chat.actions] [chat.report-confirmation] [chat.unsent-text] [chat.blocked-text] [chat.mark-other-device]', async ({
  page,
  openContext,
  expectedComplaints,
}) => {
  const mentor = await (await openContext()).newPage();
  await Promise.all([signIn(page, users.subscriber), signIn(mentor, users.mentor)]);
  const menus = /\/popups-[^/]+\.js$/;
  expectedComplaints.push(/^Failed to load resource: net::ERR_FAILED$/);
  await page.route(menus, (route) => route.abort());
  await Promise.all([openGroupChat(page), openGroupChat(mentor)]);
  await writesAndSees(mentor, page, 'First thing to act upon');
  const theirs = bubble(page, 'First thing to act upon').first();

  await test.step('menus that failed to load show an error and load the next time', async () => {
    await theirs.hover();
    await theirs.getByRole('button', { name: 'Message actions' }).click();
    await expect(page.getByRole('alert')).toHaveText('That did not work. Please try again.');
    await page.unroute(menus);
  });

  await test.step('a reply quotes, and the quote scrolls to the message', async () => {
    await act(theirs, 'Reply');
    await expect(page.getByText('Reply to Maya')).toBeVisible();
    await write(page, 'My answer to it');
    const response = bubble(mentor, 'My answer to it');
    await response.getByRole('button', { name: /First thing to act upon/ }).click();
    await expect(mentor.locator('[data-highlighted]')).toContainText('First thing to act upon');
    await expect(mentor.locator('[data-highlighted]')).toHaveCount(0);
  });

  await test.step('quick reactions toggle', async () => {
    await act(theirs, 'React');
    await expectAccessible(page);
    await page.getByRole('button', { name: '😂', exact: true }).click();
    const reacted = log(mentor).getByRole('img', { name: /😂 1, Sam/ });
    await expect(reacted).toBeVisible();
    await theirs.getByRole('button', { name: /😂 1/ }).click();
    await expect(reacted).toHaveCount(0);
  });

  await test.step('copy', async () => {
    await act(theirs, 'Copy');
    await expect(page.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('First thing to act upon');
  });

  await test.step('report asks for confirmation', async () => {
    await act(theirs, 'Report');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Are you sure you want to report this message?');
    await expect(dialog).toContainText('This action will be reviewed by the admin.');
    await dialog.getByRole('button', { name: 'Report' }).click();
    await expect(page.getByText('The message has been reported.')).toBeVisible();
  });

  await test.step('mute and unmute, block and unblock', async () => {
    // The member's other tab, which stays open.
    const otherTab = await page.context().newPage();
    await openGroupChat(otherTab);
    await expect(bubble(otherTab, 'First thing to act upon').first()).toBeVisible();
    await act(theirs, 'Mute');
    await act(theirs, 'Unmute');
    await act(theirs, 'Block');
    await expect(otherTab.getByText('This user has been blocked by you.').last()).toBeVisible();
    await expect(bubble(otherTab, 'First thing to act upon')).toHaveCount(0);
    await expect(page.getByText('This user has been blocked by you.').last()).toBeVisible();
    // The quote in the viewer's own reply is hidden too, with the reason.
    await expect(bubble(page, 'First thing to act upon')).toHaveCount(0);
    await expect(bubble(page, 'My answer to it')).toContainText('This user has been blocked by you.');
    const blocked = log(page).getByRole('article', { name: /^Maya/ }).last();
    await act(blocked, 'Unblock');
    await expect(page.getByText('This user has been blocked by you.')).toHaveCount(0);
    await expect(bubble(page, 'First thing to act upon')).toHaveCount(2);
    await expect(bubble(otherTab, 'First thing to act upon')).toHaveCount(2);
    await otherTab.close();
  });

  await test.step('unsend for everyone', async () => {
    await writesAndSees(page, mentor, 'Said too soon');
    await act(bubble(page, 'Said too soon'), 'Unsend');
    await expect(log(page).getByText('You unsend this message').last()).toBeVisible();
    await expect(log(mentor).getByText('Sam unsend this message').last()).toBeVisible();
    await expect(bubble(mentor, 'Said too soon')).toHaveCount(0);
  });

  await test.step('delete for the viewer only', async () => {
    await act(bubble(page, 'My answer to it'), 'Delete for me');
    await expect(bubble(page, 'My answer to it')).toHaveCount(0);
    await expect(bubble(mentor, 'My answer to it')).toHaveCount(1);
  });

  await test.step('@ suggests members and Enter selects one', async () => {
    await composer(page).pressSequentially('Thanks @ma');
    const offered = page.getByRole('listbox', { name: 'People to mention' });
    await expect(offered.getByRole('option', { name: 'Maya' })).toHaveAttribute('aria-selected', 'true');
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('Thanks @Maya ');
    await composer(page).pressSequentially('a lot');
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/chat\/\d+$/.test(request.url()),
    );
    await composer(page).press('Enter');
    expect((await posted).postData()).toMatch(/name="mention_for"\s+\[\d+\]/);
    await expect(bubble(mentor, 'Thanks @Maya a lot')).toHaveCount(1);
  });

  await test.step('the search bar: keys, counter and highlights', async () => {
    for (const text of ['Needle one', 'needle two', 'third NEEDLE']) await writesAndSees(mentor, page, text);
    await composer(page).focus();
    await page.keyboard.press('ControlOrMeta+f');
    const box = page.getByRole('searchbox', { name: 'Search messages' });
    await expect(box).toBeFocused();
    await page.keyboard.type('needle');
    await expect(page.getByText('1 of 3')).toBeVisible();
    await expect(page.locator('[data-highlighted]')).toContainText('third NEEDLE');
    expect(await log(page).locator('mark').allInnerTexts()).toEqual(['Needle', 'needle', 'NEEDLE']);
    await page.getByRole('button', { name: 'Next match' }).click();
    await expect(page.getByText('2 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'Previous match' }).click();
    await expect(page.getByText('1 of 3')).toBeVisible();
    const isTaken = await box.evaluate(
      (element) =>
        !element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }),
        ),
    );
    expect(isTaken).toBe(false);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
  });

  await test.step('keys: arrows move through messages, R replies, E reacts', async () => {
    await page.keyboard.press('ArrowUp');
    await expect(bubble(page, 'third NEEDLE')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(bubble(page, 'needle two')).toBeFocused();
    await page.keyboard.press('e');
    await expect(page.getByRole('button', { name: '😍', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await bubble(page, 'needle two').focus();
    await page.keyboard.press('r');
    await expect(page.getByText('Reply to Maya')).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect(composer(page)).toBeFocused();
  });
});

test('opens personal chats and mutes their notifications [chat.mute-toggle]', async ({ page }) => {
  await signIn(page, users.subscriber);
  await page.goto('/personal-chat');
  await page.waitForURL(/\/personal-chat\/\d+/);
  await page.getByRole('button', { name: 'Chat details' }).click();
  const toggle = page.getByRole('switch', { name: 'Notifications' });
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect(page.getByRole('link', { name: /muted/ })).toBeVisible();
  await toggle.click();
  await expect(page.getByRole('link', { name: /muted/ })).toHaveCount(0);
});

test('opens deep links to both kinds of chat after sign-in, and only for members [chat.deep-link] [chat.forbidden]', async ({
  page,
  openContext,
  expectedComplaints,
}) => {
  expectedComplaints.push(/Failed to load resource: the server responded with a status of 40[14]/);
  const stranger = await (await openContext()).newPage();
  const visitor = await (await openContext()).newPage();
  await Promise.all([signIn(page, users.subscriber), signIn(stranger, users.other)]);
  for (const kind of ['chat', 'personal-chat']) {
    await page.goto(`/${kind}`);
    await page.waitForURL(new RegExp(`/${kind}/\\d+$`));
    const links = page.getByRole('navigation', { name: 'Chats' }).getByRole('link');
    // The last one, because the first opens automatically.
    const path = (await links.last().getAttribute('href')) ?? '';
    expect(path).toMatch(new RegExp(`^/${kind}/\\d+$`));
    await page.goto(path);
    await expect(links.last()).toHaveAttribute('aria-current', 'page');
    const name = (await page.locator('.ob-chat-name').textContent()) ?? '';

    await expect(links.last()).toContainText(name);
    await expect(log(page).getByRole('article').last()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);

    await visitor.goto(path);
    await visitor.waitForURL(
      (url) => url.pathname === '/signin' && url.searchParams.get('redirect') === path,
    );

    await stranger.goto(path);
    await expect(stranger.getByText('This chat doesn’t exist, or you’re not a member of it.')).toBeVisible();
    await expect(stranger.getByRole('log')).toHaveCount(0);
    // The header spans the pane and shows no name.
    const [bar, pane] = [stranger.locator('.ob-chat-header'), stranger.locator('.ob-chat-view')];
    const roomOf = async (part: typeof bar) => (await part.boundingBox())?.width;
    expect(await roomOf(bar)).toBe(await roomOf(pane));
    await expect(bar).toHaveText('');
    await expect(stranger.getByText(name, { exact: true })).toHaveCount(0);
  }
});
