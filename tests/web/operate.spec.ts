// Open pages while the operator runs commands: what members see without a reload.
import { runOperate } from '../server/operate/run-program.ts';
import { createRestartableServer, type RestartableServer } from '../support/restartable-server.ts';
import { test as base, expect, signIn, users } from './app-test.ts';
import { bubble, log, openGroupChat, write } from './chat/chat-pages.ts';

const test = base.extend<object, { readonly operated: RestartableServer }>({
  operated: [
    async ({ playwright: _ }, use) => {
      const server = await createRestartableServer({ RATE_LIMITS: 'off' });
      await server.start();
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ operated }, use) => use(operated.url),
});

/** Runs a command that must succeed, and returns its result. */
async function operate({ dataFolder }: RestartableServer, ...words: string[]) {
  const { code, out, error } = await runOperate([...words, '--json'], { dataFolder });
  expect(code, error).toBe(0);
  return JSON.parse(out) as {
    readonly details?: Readonly<Record<string, unknown>>;
    readonly rows?: readonly Readonly<Record<string, unknown>>[];
  };
}

test('shows and removes an alert in an open list [operate.alert] [operate.alert-retract]', async ({
  page,
  operated,
}) => {
  await signIn(page, users.subscriber, '/site-alerts');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(10);
  const { details } = await operate(operated, 'alert', 'publish', 'SPY: the range holds.');
  await expect(rows.first()).toContainText('SPY: the range holds.');
  await operate(operated, 'alert', 'retract', String(details?.alert), '--yes');
  await expect(rows.filter({ hasText: 'SPY: the range holds.' })).toHaveCount(0);
});

test('shows, renames and removes a group in an open list [operate.chat] [operate.chat-members]', async ({
  page,
  operated,
}) => {
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  const groups = page.getByRole('navigation', { name: 'Chats' }).getByRole('link');
  await operate(operated, 'chat', 'create', 'Created with Sam', '--member', users.subscriber);
  await expect(groups.filter({ hasText: 'Created with Sam' })).toHaveCount(1);

  const { details } = await operate(operated, 'chat', 'create', 'Morning room');
  const chat = String(details?.chat);
  await operate(operated, 'chat', 'add', chat, users.subscriber);
  await expect(groups.filter({ hasText: 'Morning room' })).toHaveCount(1);
  await operate(operated, 'chat', 'rename', chat, 'Opening bell');
  await expect(groups.filter({ hasText: 'Opening bell' })).toHaveCount(1);
  await operate(operated, 'chat', 'remove', chat, users.subscriber, '--yes');
  await expect(groups.filter({ hasText: 'Opening bell' })).toHaveCount(0);
});

test('removes a hidden message from an open chat [operate.report-hide]', async ({
  page,
  openContext,
  operated,
}) => {
  const mentor = await (await openContext()).newPage();
  await signIn(page, users.subscriber);
  await signIn(mentor, users.mentor);
  await openGroupChat(page);
  await openGroupChat(mentor);
  await write(mentor, 'Buy my newsletter');
  const reported = bubble(page, 'Buy my newsletter');
  await reported.hover();
  await reported.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Report', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('The message has been reported.')).toBeVisible();

  const { rows = [] } = await operate(operated, 'report', 'list');
  await operate(operated, 'report', 'resolve', String(rows.at(-1)?.report), '--action', 'hide', '--yes');
  for (const open of [page, mentor]) {
    await expect(bubble(open, 'Buy my newsletter')).toHaveCount(0);
    await expect(log(open).getByText('unsend this message').last()).toBeVisible();
  }
});

test('signs a banned member out of an open page [operate.ban] [socket.signed-out]', async ({
  page,
  operated,
  expectedComplaints,
}) => {
  // Logged by the browser: the profile's 401.
  expectedComplaints.push(/status of 401/);
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  const { pathname } = new URL(page.url());
  await operate(operated, 'member', 'ban', users.subscriber, '--yes');
  await page.waitForURL((url) => url.pathname === '/signin' && url.searchParams.get('redirect') === pathname);
  await operate(operated, 'member', 'unban', users.subscriber);
});
