// Two members in a chat: live text, older messages, actions, search, files, a voice note.
import { writeFileSync } from 'node:fs';
import { pdf, png } from '../web/chat/small-files.ts';
import { expect, test, users } from './journey-test.ts';
import { css, type Query, role, type View } from './view.ts';

const log = role('log');
const composer = role('textbox', 'Message');
const bubble = (text: string): Query => role('article', undefined, { within: log, text });
const lastBubble = role('article', undefined, { within: log, last: true });

async function openGroupChat(view: View): Promise<void> {
  await view.waitForPath(/^\/chat\/\d+/);
  await view.see(lastBubble);
}

async function write(view: View, text: string): Promise<void> {
  await view.fill(composer, text);
  await view.tab.press('Enter');
}

async function act(view: View, message: Query, action: string): Promise<void> {
  await view.hover(message);
  await view.click(role('button', 'Message actions', { within: message }));
  await view.click(role('menuitem', action));
}

test('holds a conversation in a group chat', async ({ visitAs, engine, keepPicture }) => {
  const [{ view: sam }, { view: maya }] = [
    await visitAs(users.subscriber, '/chat'),
    await visitAs(users.mentor, '/chat'),
  ];
  /** Engines share the server: each has its own texts. */
  const run = `${engine.name} ${Date.now()}`;
  const own = (text: string): string => `${text} ${run}`;
  await openGroupChat(sam);
  await openGroupChat(maya);

  await test.step('opens at the end', async () => {
    const fromEnd = () => sam.read(log, (element) => Math.abs(element.scrollTop));
    await expect.poll(fromEnd).toBeLessThan(2);
    await keepPicture(sam, 'chat');
  });

  await test.step('text is live both ways, with typing', async () => {
    await write(sam, own('Good morning from'));
    await maya.see(bubble(own('Good morning from')));
    await maya.fill(composer, 'Good mor');
    await sam.see(css('*', { text: 'is typing...' }));
    await write(maya, own('The bell rings in'));
    await sam.see(bubble(own('The bell rings in')));
    await sam.see(role('img', 'Seen', { within: bubble(own('Good morning from')) }));
  });

  await test.step('older messages are added without a jump', async () => {
    const more = role('button', 'More Messages');
    const isAtTop = () =>
      sam.read(log, (element) => {
        element.scrollTo({ top: -1_000_000 });
        const { top } = element.getBoundingClientRect();
        return [...element.querySelectorAll('[data-key]')].some((row) => {
          const box = row.getBoundingClientRect();
          return box.top > top && box.top < top + 200;
        });
      });
    await expect.poll(isAtTop).toBe(true);
    await sam.see(more);
    await sam.read(log, (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const rows = [...element.querySelectorAll<HTMLElement>('[data-key]')];
      const read = rows.findLast((row) => row.getBoundingClientRect().top <= (top + bottom) / 2)?.dataset.key;
      const place = () =>
        element.querySelector(`[data-key="${read}"]`)?.getBoundingClientRect().top ?? Number.MAX_VALUE;
      const [begin, height] = [place(), element.scrollHeight];
      const watched = { worst: 0, added: 0 };
      Object.assign(window, { watched });
      // Measured after painting: corrections before it are never visible.
      const frame = () => {
        watched.worst = Math.max(watched.worst, Math.abs(place() - begin));
        watched.added = element.scrollHeight - height;
        requestAnimationFrame(() => setTimeout(frame));
      };
      frame();
    });
    await sam.click(more);
    await expect.poll(() => sam.tab.evaluate('watched.added')).toBeGreaterThan(500);
    expect(await sam.tab.evaluate('watched.worst')).toBeLessThanOrEqual(1);
  });

  await test.step('a reply quotes, a reaction shows to both', async () => {
    await sam.tab.reload();
    await openGroupChat(sam);
    await act(sam, bubble(own('The bell rings in')), 'Reply');
    await sam.see(css('*', { text: 'Reply to Maya' }));
    await write(sam, own('My answer in'));
    await maya.see(bubble(own('My answer in')));
    await act(sam, bubble(own('The bell rings in')), 'React');
    await sam.click(role('button', '😂'));
    await maya.see(role('img', /😂 1, Sam/, { within: log }));
  });

  await test.step('@ suggests members', async () => {
    await sam.fill(composer, 'Thanks @ma');
    await sam.see(role('option', 'Maya', { within: role('listbox', 'People to mention') }));
    await sam.tab.press('Enter');
    await sam.tab.type(own('a lot in'));
    await sam.tab.press('Enter');
    await maya.see(bubble(`Thanks @Maya ${own('a lot in')}`));
  });

  await test.step('search highlights and steps through matches', async () => {
    const needle = `needle ${run}`;
    for (const text of [`First ${needle}`, `second ${needle}`]) {
      await write(sam, text);
      await maya.see(bubble(text));
    }
    await sam.focus(composer);
    await sam.tab.press('Control+f');
    await sam.see(role('searchbox', 'Search messages'));
    await sam.tab.type(needle);
    await sam.see(css('*', { text: '1 of 2' }));
    await sam.click(role('button', 'Next match'));
    await sam.see(css('*', { text: '2 of 2' }));
    await sam.tab.press('Escape');
    await sam.seeNone(role('searchbox', 'Search messages'));
  });
});

test('sends a picture and a document', async ({ visitAs, engine }, info) => {
  const [{ view: sam }, { view: maya }] = [
    await visitAs(users.subscriber, '/chat'),
    await visitAs(users.mentor, '/chat'),
  ];
  await openGroupChat(sam);
  await openGroupChat(maya);
  const chart = info.outputPath(`chart-${engine.name}.png`);
  const playbook = info.outputPath(`playbook-${engine.name}.pdf`);
  writeFileSync(chart, png('chart.png').buffer);
  writeFileSync(playbook, pdf.buffer);

  await sam.tab.setFiles('input[type=file][accept*="image"]', [chart]);
  await sam.see(role('button', `Remove chart-${engine.name}.png`));
  await sam.tab.setFiles('input[type=file][accept*=".pdf"]', [playbook]);
  await sam.see(role('button', `Remove playbook-${engine.name}.pdf`));
  await sam.click(role('button', 'Send'));
  await maya.see(role('button', `Open chart-${engine.name}.png`, { within: log }));
  await maya.see(role('button', `Download playbook-${engine.name}.pdf`, { within: log }));
  const loaded = () =>
    maya.read(role('button', `Open chart-${engine.name}.png`, { within: log }), (element) => {
      const image = element.querySelector('img');
      return image?.complete === true && image.naturalWidth > 0;
    });
  await expect.poll(loaded).toBe(true);
});

test('pastes a picture', async ({ visitAs, display, skipWithout }, info) => {
  skipWithout('pasting a picture');
  const { view } = await visitAs(users.subscriber, '/chat');
  await openGroupChat(view);
  const copied = info.outputPath('copied.png');
  writeFileSync(copied, png('copied.png').buffer);
  display.copyPicture(copied);
  await view.click(composer);
  await view.tab.press('Control+v');
  await view.see(role('button', /^Remove .*\.png$/));
  await view.click(role('button', 'Send'));
  await view.see(role('button', /^Open .*\.png$/, { within: lastBubble }));
});

test('records a voice note that plays', async ({ visitAs }) => {
  const [{ view: sam }, { view: maya }] = [
    await visitAs(users.subscriber, '/chat'),
    await visitAs(users.mentor, '/chat'),
  ];
  await openGroupChat(sam);
  await openGroupChat(maya);
  await sam.click(role('button', 'Record a voice message'));
  const timer = role('timer');
  await sam.see(timer);
  await expect.poll(() => sam.read(timer, (element) => element.textContent ?? '')).toMatch(/00:0[1-9]/);
  await sam.click(role('button', 'Stop recording'));
  await sam.see(role('button', /^Remove voice-message\.(webm|ogg|m4a)$/));
  await sam.click(role('button', 'Send'));
  const note = role('group', /^voice-message\./, { within: lastBubble });
  await maya.see(note);
  const slider = role('slider', 'Position', { within: note });
  await expect.poll(() => maya.read(slider, (element) => (element as HTMLInputElement).disabled)).toBe(false);
});
