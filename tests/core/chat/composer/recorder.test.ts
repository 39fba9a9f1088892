import { type Composer, formatDuration, voiceFile } from '@openbell/core/chat';
import { settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { createRig } from '../support.ts';

function opened() {
  const rig = createRig();
  rig.chat.start();
  const thread = rig.chat.thread(7);
  const close = thread.open();
  return { rig, thread, close, state: () => thread.recorder.$state.get() };
}

describe('recorder', () => {
  it('counts the seconds and attaches a voice note named .webm [chat.recorder-timer] [chat.voice-name]', async () => {
    const { rig, thread, state } = opened();
    await thread.recorder.start();
    expect(state()).toMatchObject({ status: 'recording', seconds: 0 });
    await rig.time.advance(61_000);
    expect(state().seconds).toBe(61);
    expect(formatDuration(state().seconds)).toBe('01:01');
    await thread.recorder.stop();
    expect(state()).toEqual({ status: 'idle', seconds: 0, hasFailed: false });
    const [attached] = thread.composer.$state.get().attachments;
    expect(attached?.file.name).toBe('voice-message.webm');
    expect(attached?.kind).toBe('AUD');
    expect(rig.microphone.running).toBe(0);
  });

  it('stops automatically after five minutes [chat.recorder-cap]', async () => {
    const { rig, thread, state } = opened();
    await thread.recorder.start();
    await rig.time.advance(5 * 60_000 - 1);
    expect(state().status).toBe('recording');
    await rig.time.advance(1);
    await settle();
    expect(state().status).toBe('idle');
    expect(thread.composer.$state.get().attachments).toHaveLength(1);
  });

  it('records nothing while the composer is full, and says why', async () => {
    const { rig, thread, state } = opened();
    const { composer } = thread;
    composer.attach(Array.from({ length: 10 }, (_, i) => new File(['x'], `${i}.pdf`)));
    await thread.recorder.start();
    expect(state().status).toBe('idle');
    expect(rig.microphone.running).toBe(0);
    expect(composer.$state.get().problem).toEqual({ code: 'files-many', file: '' });
    composer.detach(composer.$state.get().attachments[0]?.id ?? 0);
    await thread.recorder.start();
    await thread.recorder.stop();
    expect(composer.$state.get().attachments.at(-1)?.kind).toBe('AUD');
    expect(composer.$state.get().problem).toBeNull();
  });

  it.each<readonly [string, (composer: Composer) => void]>([
    ['a file is removed', ({ $state, detach }) => detach($state.get().attachments[0]?.id ?? 0)],
    ['the message is sent', ({ submit }) => void submit()],
  ])('keeps a recording that found the composer full, and attaches it when %s', async (_, makeRoom) => {
    const { thread } = opened();
    const { composer } = thread;
    const names = () => composer.$state.get().attachments.map(({ file }) => file.name);
    await thread.recorder.start();
    composer.attach(Array.from({ length: 10 }, (_, i) => new File(['x'], `${i}.pdf`)));
    await thread.recorder.stop();
    expect(names()).toHaveLength(10);
    expect(composer.$state.get().problem).toEqual({ code: 'files-many', file: 'voice-message.webm' });
    makeRoom(composer);
    expect(names().at(-1)).toBe('voice-message.webm');
    expect(composer.$state.get().problem).toBeNull();
    for (const { id } of composer.$state.get().attachments) composer.detach(id);
    expect(names()).toEqual([]);
  });

  it('drops a recording that waits for room when another user signs in', async () => {
    const { rig, thread } = opened();
    const { composer } = thread;
    await thread.recorder.start();
    composer.attach(Array.from({ length: 10 }, (_, i) => new File(['x'], `${i}.pdf`)));
    await thread.recorder.stop();
    rig.$user.set({ id: 9 });
    composer.attach([new File(['x'], 'a.pdf')]);
    composer.detach(composer.$state.get().attachments[0]?.id ?? 0);
    expect(composer.$state.get().attachments).toEqual([]);
  });

  it('reports a refused microphone, and can start again [chat.microphone-failure]', async () => {
    const { rig, thread, state } = opened();
    rig.microphone.isRefused = true;
    await thread.recorder.start();
    expect(state()).toEqual({ status: 'idle', seconds: 0, hasFailed: true });
    rig.microphone.isRefused = false;
    await thread.recorder.start();
    expect(state()).toMatchObject({ status: 'recording', hasFailed: false });
  });

  it('releases the microphone on cancel, on closing the chat and on late permission [chat.microphone-released]', async () => {
    const { rig, thread, close, state } = opened();
    await thread.recorder.start();
    thread.recorder.cancel();
    expect(rig.microphone.running).toBe(0);
    const started = thread.recorder.start();
    thread.recorder.cancel();
    await started;
    expect(rig.microphone.running).toBe(0);
    expect(state().status).toBe('idle');
    await thread.recorder.start();
    close();
    expect(rig.microphone.running).toBe(0);
    expect(rig.time.pending()).toBeLessThan(5);
    expect(thread.composer.$state.get().attachments).toEqual([]);
  });

  it('keeps the recording when the device is unplugged, and fails without data', async () => {
    const { rig, thread, state } = opened();
    await thread.recorder.start();
    rig.microphone.unplug();
    await settle();
    expect(thread.composer.$state.get().attachments).toHaveLength(1);
    rig.microphone.bytes = '';
    await thread.recorder.start();
    await thread.recorder.stop();
    expect(state().hasFailed).toBe(true);
    expect(thread.composer.$state.get().attachments).toHaveLength(1);
  });

  it.each([
    ['audio/webm;codecs=opus', 'voice-message.webm'],
    ['audio/mp4', 'voice-message.m4a'],
    ['audio/ogg;codecs=opus', 'voice-message.ogg'],
    ['', 'voice-message.webm'],
  ])('derives the file name from the type "%s"', (type, name) => {
    expect(voiceFile(new Blob(['x'], { type })).name).toBe(name);
  });

  it.each([
    [0, '00:00'],
    [59.9, '00:59'],
    [300, '05:00'],
    [3600, '60:00'],
    [Number.NaN, '00:00'],
    [Number.POSITIVE_INFINITY, '00:00'],
  ])('formats %d seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});
