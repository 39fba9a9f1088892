import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { message, other } from '../../core/chat/support.ts';
import { fakeObjectUrls } from '../object-urls.ts';
import { layOut, open, settleAll } from './support.tsx';

beforeEach(fakeObjectUrls);
beforeEach(layOut);

const png = (name: string): File => new File(['x'], name, { type: 'image/png' });
const box = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });
const removals = (): (string | null)[] =>
  screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'));
const picker = (accept: string): HTMLInputElement =>
  document.querySelector(`input[accept="${accept}"]`) as HTMLInputElement;

describe('composer: files', () => {
  it('has pickers for documents and media, and can remove each file [chat.pickers]', async () => {
    const { user } = await open();
    expect(screen.getByRole('button', { name: 'Attach a document' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Attach photos, videos or audio' })).toBeTruthy();
    await user.upload(picker('image/*,video/*,audio/*'), [png('a.png'), png('b.png')]);
    await user.upload(
      picker('.pdf,.doc,.docx,.txt,.gif'),
      new File(['%PDF'], 'c.pdf', { type: 'application/pdf' }),
    );
    expect(removals()).toEqual(['Remove a.png', 'Remove b.png', 'Remove c.pdf']);
    await user.click(screen.getByRole('button', { name: 'Remove b.png' }));
    expect(removals()).toEqual(['Remove a.png', 'Remove c.pdf']);
    expect(document.activeElement).toBe(box());
  });

  it('attaches pasted images and pastes text as text [chat.pasted-image]', async () => {
    await open();
    const paste = (files: readonly File[], words: string): Event => {
      const event = createEvent.paste(box(), { clipboardData: { files, getData: () => words } });
      fireEvent(box(), event);
      return event;
    };
    expect(paste([png('image.png')], '').defaultPrevented).toBe(true);
    expect(removals()).toEqual(['Remove image.png']);
    expect(paste([png('image.png')], 'words').defaultPrevented).toBe(false);
    expect(paste([new File(['x'], 'a.pdf', { type: 'application/pdf' })], '').defaultPrevented).toBe(false);
    expect(removals()).toHaveLength(1);
  });

  it('attaches files dropped on the chat [chat.dropped-file]', async () => {
    await open();
    const view = screen.getByRole('region', { name: 'Scalpers' });
    const dataTransfer = { files: [png('dropped.png')], types: ['Files'] };
    fireEvent.dragOver(view, { dataTransfer });
    expect(screen.getByText('Drop files here')).toBeTruthy();
    fireEvent.drop(view, { dataTransfer });
    expect(removals()).toEqual(['Remove dropped.png']);
    expect(screen.queryByText('Drop files here')).toBeNull();
  });

  it('explains why a file cannot be sent, before sending [chat.file-problem]', async () => {
    const { rig } = await open();
    const { composer } = rig.chat.thread(7);
    const problemOf = (files: readonly File[]): string => {
      act(() => composer.attach(files));
      return screen.getByRole('alert').textContent ?? '';
    };
    expect(problemOf([new File([], 'empty.png', { type: 'image/png' })])).toBe('empty.png is empty.');
    expect(problemOf([new File(['x'], 'x.exe')])).toBe('x.exe can’t be sent: unsupported file type.');
    const large = png('large.png');
    Object.defineProperty(large, 'size', { value: 26 * 1024 * 1024 });
    expect(problemOf([large])).toBe('large.png is larger than 25 MB.');
    expect(problemOf(Array.from({ length: 11 }, (_, i) => png(`${i}.png`)))).toBe(
      'At most 10 files can be sent at once.',
    );
  });

  it('shows the upload progress and can cancel an upload [chat.upload-progress]', async () => {
    const { server, rig, user } = await open();
    await user.upload(picker('image/*,video/*,audio/*'), png('a.png'));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await act(async () => {
      rig.api.latest('/web/chat/{id}').input.onProgress?.(0.42);
      await rig.time.frame();
    });
    expect(screen.getByRole('progressbar', { name: 'Sending 42%' }).getAttribute('value')).toBe('0.42');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await act(() => rig.time.frame());
    expect(screen.getByText('Not sent: canceled')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await settleAll(rig, server);
    expect(server.messages()).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Open a.png' })).toBeTruthy();
  });

  it('lays out pending pictures like sent ones', async () => {
    const { server, rig, user } = await open();
    const files = Array.from({ length: 6 }, (_, i) => png(`${i}.png`));
    await user.upload(picker('image/*,video/*,audio/*'), files);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await act(() => rig.time.frame());
    const tiles = (): readonly string[] => {
      const list = within(screen.getByRole('log')).getByRole('list');
      return within(list)
        .getAllByRole('listitem')
        .map((tile) => tile.textContent ?? '');
    };
    expect(screen.getByRole('progressbar')).toBeTruthy();
    const before = tiles();
    expect(before).toEqual(['', '', '', '+2 more']);
    await settleAll(rig, server);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(tiles()).toEqual(before);
  });
});

describe('composer: voice', () => {
  it('records with a timer, and attaches or discards', async () => {
    const { rig, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Record a voice message' }));
    await act(() => rig.time.advance(65_000));
    expect(screen.getByRole('timer').textContent).toBe('01:05');
    await user.click(screen.getByRole('button', { name: 'Discard recording' }));
    expect(removals()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Record a voice message' }));
    await user.click(screen.getByRole('button', { name: 'Stop recording' }));
    await waitFor(() => expect(removals()).toEqual(['Remove voice-message.webm']));
    expect(rig.microphone.running).toBe(0);
  });

  it('keeps the focus at its buttons, also when the recording ends at its limit [chat.recorder-cap]', async () => {
    const { rig, user } = await open();
    const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
    screen.getByRole('button', { name: 'Record a voice message' }).focus();
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Stop recording');
    await user.tab({ shift: true });
    expect(focused()).toBe('Discard recording');
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Record a voice message');
    await user.keyboard('{Enter}');
    await act(() => rig.time.advance(3_600_000));
    await waitFor(() => expect(focused()).toBe('Record a voice message'));
    await user.keyboard('{Enter}');
    box().focus();
    await act(() => rig.time.advance(3_600_000));
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull());
    expect(document.activeElement).toBe(box());
  });

  it('shows the specified text when the microphone is denied [chat.microphone-failure]', async () => {
    const { rig, user } = await open();
    rig.microphone.isRefused = true;
    await user.click(screen.getByRole('button', { name: 'Record a voice message' }));
    expect(screen.getByRole('alert').textContent).toBe('Microphone access denied or not supported.');
  });

  it('shows the newer of a microphone failure and a file problem, until typing [chat.file-problem]', async () => {
    const { rig, user } = await open();
    rig.microphone.isRefused = true;
    await user.click(screen.getByRole('button', { name: 'Record a voice message' }));
    act(() => rig.chat.thread(7).composer.attach([new File(['x'], 'x.exe')]));
    expect(screen.getByRole('alert').textContent).toBe('x.exe can’t be sent: unsupported file type.');
    await user.click(screen.getByRole('button', { name: 'Record a voice message' }));
    expect(screen.getByRole('alert').textContent).toBe('Microphone access denied or not supported.');
    await user.type(box(), 'a');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('keys and fingers', () => {
  it("opens the chat's search on Ctrl+F; pressed again, the browser's [chat.search-keys]", async () => {
    const { user } = await open((server) => void server.post(other, 'needle'));
    const press = (target: Element): boolean => fireEvent.keyDown(target, { key: 'f', ctrlKey: true });
    expect(press(document.body)).toBe(true);
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(press(box())).toBe(false);
    const search = screen.getByRole('searchbox', { name: 'Search messages' });
    expect(press(search)).toBe(true);
    await user.type(search, 'need');
    expect(screen.getByText('1 of 1')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(document.activeElement).toBe(box());
  });

  it('opens the actions on a long press, but not when the finger moves [chat.long-press]', async () => {
    await open((server) => void server.post(other, 'touch me'));
    const bubble = screen.getByText('touch me');
    const touch = { pointerType: 'touch', clientX: 10, clientY: 10 };
    fireEvent.pointerDown(bubble, touch);
    fireEvent.pointerMove(bubble, { ...touch, clientY: 60 });
    fireEvent.pointerUp(bubble, touch);
    expect(screen.queryByRole('menu')).toBeNull();
    fireEvent.pointerDown(bubble, touch);
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Reply' })).toBeTruthy());
  });

  it('opens the actions of a message on Enter', async () => {
    const { user } = await open((server) => void server.post(other, 'hello'));
    const [article] = within(screen.getByRole('log')).getAllByRole('article');
    article?.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Report' })).toBeTruthy());
  });
});

describe('composer: keys', () => {
  it('returns the focus to the text box when a reply is canceled', async () => {
    const { rig, user } = await open((server) => void server.post(other, 'a question'));
    const { composer } = rig.chat.thread(7);
    act(() => composer.reply(message(1, { message: 'a question' })));
    await user.click(screen.getByRole('button', { name: 'Cancel reply' }));
    expect(screen.queryByRole('button', { name: 'Cancel reply' })).toBeNull();
    expect(document.activeElement).toBe(box());
  });

  it('sends on Enter, but not on the Enter that ends a composition', async () => {
    const { user } = await open();
    await user.type(box(), 'にほん');
    // WebKit reports the end of the composition before this key.
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13, isComposing: true });
    expect(box()).toHaveProperty('value', 'にほん');
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 });
    expect(box()).toHaveProperty('value', '');
  });

  it('chooses a suggestion on a click, not when a finger scrolls the list', async () => {
    const { user } = await open();
    await user.type(box(), 'hi @gr');
    const option = screen.getByRole('option', { name: 'Grace' });
    const press = createEvent.pointerDown(option, { pointerType: 'touch' });
    fireEvent(option, press);
    fireEvent.pointerCancel(option, { pointerType: 'touch' });
    expect(box()).toHaveProperty('value', 'hi @gr');
    expect(press.defaultPrevented).toBe(true);
    fireEvent.click(option);
    expect(box()).toHaveProperty('value', 'hi @Grace ');
  });
});
