import type { Message } from '@openbell/core/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { messageFrame, other } from '../../core/chat/support.ts';
import { deliver, layOut, open, settleAll } from './support.tsx';

beforeEach(layOut);

const signed = (signature: string) => [
  { file: `/media/voice.webm?${signature}`, name: 'voice.webm', size: 9, width: null, height: null },
];
const sound = () => screen.getByLabelText<HTMLAudioElement>('voice.webm', { selector: 'audio' });

async function openSound() {
  const { rig, server } = await open((model) => {
    model.post(other, '', null, { message_type: 'AUD', media: signed('one') });
  });
  const message = server.messages().at(-1) as Message;
  const resign = (signature: string) =>
    deliver(rig, messageFrame({ ...message, media: signed(signature) }, false));
  return { resign };
}

it('keeps a sound while only the signature of its URL changes, until it fails to load [chat.media-kept]', async () => {
  const { resign } = await openSound();
  const first = sound();
  await resign('two');
  expect(sound()).toBe(first);
  expect(first.getAttribute('src')).toBe('/media/voice.webm?one');
  fireEvent.error(first);
  expect(sound().getAttribute('src')).toBe('/media/voice.webm?two');
  fireEvent.error(sound());
  await resign('three');
  expect(sound().getAttribute('src')).toBe('/media/voice.webm?three');
});

it('starts a recording without a duration from the beginning, also when Play was pressed first', async () => {
  await openSound();
  const element = sound();
  const set = (values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(element, name, { value, writable: true, configurable: true });
  };
  set({ duration: Number.POSITIVE_INFINITY, paused: false, currentTime: 0 });
  fireEvent.loadedMetadata(element);
  expect(element.currentTime).toBeGreaterThan(1e9);
  set({ duration: 12 });
  fireEvent.durationChange(element);
  expect(element.currentTime).toBe(0);
  element.currentTime = 5;
  fireEvent.durationChange(element);
  expect(element.currentTime).toBe(5);
});

it('shows that a download failed also when the URL was renewed meanwhile', async () => {
  const paper = (signature: string) => [
    { file: `/media/paper.pdf?${signature}`, name: 'paper.pdf', size: 9, width: null, height: null },
  ];
  const { rig, server, user } = await open((model) => {
    model.post(other, '', null, { message_type: 'DOC', media: paper('one') });
  });
  const { id } = server.messages().at(-1) as Message;
  const button = screen.getByRole('button', { name: 'Download paper.pdf' });
  rig.saver.refuse = 2;
  await user.click(button);
  server.change(id, { media: paper('two') });
  await settleAll(rig, server);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Download failed'));
  expect(screen.getByRole('button', { name: 'Download paper.pdf' })).toBe(button);
  await user.click(button);
  await act(() => settleAll(rig, server));
  expect(rig.saver.saved).toEqual(['paper.pdf /media/paper.pdf?two']);
});
