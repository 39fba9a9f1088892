import type { Message } from '@openbell/core/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageFrame, other } from '../../core/chat/support.ts';
import { deliver, layOut, open, settleAll } from './support.tsx';

beforeEach(layOut);
afterEach(() => document.documentElement.removeAttribute('dir'));

const file = (name: string, size = 1_500_000) => ({
  file: `/media/${name}`,
  name,
  size,
  width: 8,
  height: 6,
});

async function openPictures() {
  const opened = await open((server) => {
    server.post(other, '', null, {
      message_type: 'IMGS',
      media: ['a.png', 'b.png', 'c.png'].map((name) => file(name)),
    });
  });
  await opened.user.click(screen.getByRole('button', { name: 'Open a.png' }));
  await screen.findByRole('dialog');
  return opened;
}
const dialog = (): HTMLElement => screen.getByRole('dialog');
const picture = (name: string): HTMLElement => within(dialog()).getByRole('button', { name });
const scaleOf = (name: string): number =>
  Number(/scale\(([\d.]+)\)/.exec(picture(name).querySelector('img')?.style.transform ?? '')?.[1]);
const finger = (pointerId: number, clientX: number) => ({ pointerId, clientX, clientY: 0 });

describe('image zoom', () => {
  it('moves with arrow keys and zooms with + - 0 [chat.zoom-keys]', async () => {
    const { user } = await openPictures();
    expect(within(dialog()).getByText(/PNG · 1\.4 MB$/)).toBeTruthy();
    await user.keyboard('{ArrowRight}');
    expect(within(dialog()).getByText('2 of 3')).toBeTruthy();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(within(dialog()).getByText('3 of 3')).toBeTruthy();
    await user.keyboard('++');
    expect(scaleOf('c.png')).toBeCloseTo(2.56);
    await user.keyboard('-');
    expect(scaleOf('c.png')).toBeCloseTo(1.6);
    await user.keyboard('0');
    expect(scaleOf('c.png')).toBe(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('moves the other way on a page from right to left', async () => {
    document.documentElement.dir = 'rtl';
    const { user } = await openPictures();
    await user.keyboard('{ArrowLeft}');
    expect(within(dialog()).getByText('2 of 3')).toBeTruthy();
    fireEvent.pointerDown(picture('b.png'), finger(1, 0));
    fireEvent.pointerMove(picture('b.png'), finger(1, 60));
    fireEvent.pointerUp(picture('b.png'), finger(1, 60));
    expect(within(dialog()).getByText('3 of 3')).toBeTruthy();
  });

  it('moves on a swipe, zooms on a pinch, and toggles zoom on a click [chat.zoom-gestures]', async () => {
    await openPictures();
    const swipe = (name: string, way: number): void => {
      fireEvent.pointerDown(picture(name), finger(1, 0));
      fireEvent.pointerMove(picture(name), finger(1, way));
      fireEvent.pointerUp(picture(name), finger(1, way));
    };
    swipe('a.png', -60);
    expect(within(dialog()).getByText('2 of 3')).toBeTruthy();
    swipe('b.png', 60);
    expect(within(dialog()).getByText('1 of 3')).toBeTruthy();
    swipe('a.png', 20);
    expect(within(dialog()).getByText('1 of 3')).toBeTruthy();
    fireEvent.click(picture('a.png'));
    expect(scaleOf('a.png')).toBe(1);

    fireEvent.pointerDown(picture('a.png'), finger(1, -10));
    fireEvent.pointerDown(picture('a.png'), finger(2, 10));
    fireEvent.pointerMove(picture('a.png'), finger(2, 30));
    expect(scaleOf('a.png')).toBe(2);
    fireEvent.pointerUp(picture('a.png'), finger(2, 30));
    fireEvent.pointerUp(picture('a.png'), finger(1, -10));
    expect(within(dialog()).getByText('1 of 3')).toBeTruthy();
    fireEvent.click(picture('a.png'));
    expect(scaleOf('a.png')).toBe(2);
    fireEvent.click(picture('a.png'));
    expect(scaleOf('a.png')).toBe(1);
    fireEvent.click(picture('a.png'));
    expect(picture('a.png').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a renewed signature', () => {
  /** Opens the zoom of the chat's only file from the side panel. */
  async function openSigned(type: string, name: string) {
    const media = (signature: string) => [{ ...file(name), file: `/media/${name}?${signature}` }];
    const { rig, server, user } = await open((model) => {
      model.post(other, '', null, { message_type: type, media: media('one') });
    });
    await user.click(screen.getByRole('button', { name: 'Chat details' }));
    const panel = screen.getByRole('complementary');
    await user.click(within(panel).getByRole('button', { name: `Open ${name}` }));
    await screen.findByRole('dialog');
    const message = server.messages().at(-1) as Message;
    const resign = (signature: string) =>
      deliver(rig, messageFrame({ ...message, media: media(signature) }, false));
    return { panel, resign, user };
  }

  it('does not restart the video in the zoom, until it fails to load [chat.media-kept]', async () => {
    const { resign } = await openSigned('VID', 'clip.mp4');
    const video = within(dialog()).getByLabelText('clip.mp4');
    await resign('two');
    expect(within(dialog()).getByLabelText('clip.mp4')).toBe(video);
    expect(video.getAttribute('src')).toBe('/media/clip.mp4?one');
    fireEvent.error(video);
    expect(within(dialog()).getByLabelText('clip.mp4').getAttribute('src')).toBe('/media/clip.mp4?two');
  });

  it('keeps the zoom of a picture and the tile that opened it', async () => {
    const { panel, resign, user } = await openSigned('IMG', 'a.png');
    const tile = panel.querySelector('img');
    await user.keyboard('+');
    await resign('two');
    expect(scaleOf('a.png')).toBeCloseTo(1.6);
    expect(panel.querySelector('img')).toBe(tile);
    expect(tile?.getAttribute('src')).toBe('/media/a.png?one');
  });
});

describe('voice notes', () => {
  it('show their waveform for seeking, with the played part in another color [chat.waveform]', async () => {
    const opened = await open((server) => {
      server.post(other, '', null, { message_type: 'AUD', media: [file('voice-message.webm', 9000)] });
    });
    await act(() => settleAll(opened.rig, opened.server));
    const player = screen.getByRole('group', { name: 'voice-message.webm' });
    // The first request found no waveform: a plain slider without a duration.
    expect(player.querySelectorAll('rect')).toHaveLength(0);
    expect((within(player).getByRole('slider', { name: 'Position' }) as HTMLInputElement).disabled).toBe(
      true,
    );
  });

  it("use the waveform for the duration and the slider's range [chat.waveform]", async () => {
    const opened = await open();
    opened.rig.sounds.sound = { samples: new Float32Array([0.5, 1, 0.25, 0]), seconds: 12 };
    opened.server.post(other, '', null, { message_type: 'AUD', media: [file('voice-message.webm', 9000)] });
    const [stored] = opened.server.messages();
    await act(async () => {
      opened.rig.sockets.latest().deliver(messageFrame(stored as Message));
      await opened.rig.time.frame();
    });
    const player = await screen.findByRole('group', { name: 'voice-message.webm' });
    await waitFor(() => expect(player.querySelectorAll('rect')).toHaveLength(48));
    const slider = within(player).getByRole('slider', { name: 'Position' });
    expect(slider.getAttribute('aria-valuetext')).toBe('00:00 / 00:12');
    fireEvent.change(slider, { target: { value: '6' } });
    expect(player.querySelectorAll('rect[data-played]')).toHaveLength(24);
    expect(within(player).getByText('00:06')).toBeTruthy();
    fireEvent.click(within(player).getByRole('button', { name: 'Speed 1×' }));
    expect(within(player).getByRole('button', { name: 'Speed 1.5×' })).toBeTruthy();
  });
});
