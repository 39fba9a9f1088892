import {
  addAttachments,
  attachmentProblem,
  defaultAttachmentLimits as limits,
  type PendingMessage,
  planPosts,
} from '@openbell/core/chat';
import { createMemoryStorage, errorResponse, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedTypes } from '../../../../examples/server/src/files/sniff-file.ts';
import type { createModelServer } from '../model-server.ts';
import { openThread, reopen, respondToAll } from '../open-thread.ts';
import { createRig, type Rig, rows } from '../support.ts';

const MIB = 1024 * 1024;
const post = '/web/chat/{id}';

function fileOf(name: string, type = '', content = 'x'): File {
  return new File([content], name, { type });
}

/** A file with a fake size. */
function sized(name: string, type: string, size: number): File {
  const file = fileOf(name, type);
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

const png = (name: string): File => fileOf(name, 'image/png');
const pdf = (name: string): File => fileOf(name, 'application/pdf');

describe('attachments: validation', () => {
  it.each([
    ['photo.png', 'image/png', null],
    ['talk.mp4', 'video/mp4', null],
    ['note.mp3', 'audio/mpeg', null],
    ['plan.pdf', 'application/pdf', null],
    ['plan.doc', 'application/msword', null],
    ['plan.docx', '', null],
    ['plan.txt', 'text/plain', null],
    ['evil.svg', 'image/svg+xml', 'file-kind'],
    ['evil.svg', '', 'file-kind'],
    ['page.html', 'text/html', 'file-kind'],
    ['page.exe', 'application/octet-stream', 'file-kind'],
    ['photo', 'image/jpg', null],
    ['film.mov', 'video/quicktime', null],
    ['film.webm', 'video/webm;codecs=vp8,opus', null],
    ['song', 'audio/mp3', null],
    ['song', 'audio/x-wav', null],
    ['song', 'audio/opus', null],
    ['song.ogg', 'video/ogg', null],
    ['song.m4a', 'audio/aac', null],
    ['IMG_1.HEIC', 'image/heic', 'file-kind'],
    ['scan.tiff', 'image/tiff', 'file-kind'],
    ['scan.bmp', 'image/bmp', 'file-kind'],
    ['film.mkv', 'video/x-matroska', 'file-kind'],
    ['film.avi', 'video/x-msvideo', 'file-kind'],
    ['song.flac', 'audio/flac', 'file-kind'],
    ['plan.pdf', 'image/tiff', 'file-kind'],
  ])('validates %s with the type "%s" as %s', (name, type, problem) => {
    expect(attachmentProblem(fileOf(name, type), limits)).toBe(problem);
  });

  it.each(acceptedTypes)('accepts %s, as the server does [chat.file-problem]', (type) => {
    expect(attachmentProblem(fileOf('file', type), limits)).toBeNull();
  });

  it('accepts at most 25 MiB per file and 100 MiB per video, and rejects empty files [chat.attachment-size]', () => {
    expect(attachmentProblem(sized('a.png', 'image/png', 25 * MIB), limits)).toBeNull();
    expect(attachmentProblem(sized('a.png', 'image/png', 25 * MIB + 1), limits)).toBe('file-large');
    expect(attachmentProblem(sized('a.mp4', 'video/mp4', 100 * MIB), limits)).toBeNull();
    expect(attachmentProblem(sized('a.mp4', 'video/mp4', 100 * MIB + 1), limits)).toBe('video-large');
    expect(attachmentProblem(fileOf('a.png', 'image/png', ''), limits)).toBe('file-empty');
  });

  it('accepts at most ten files and 120 MiB in total, and keeps the files that fit [chat.attachment-count]', () => {
    const many = addAttachments(
      [],
      Array.from({ length: 11 }, (_, i) => png(`${i}.png`)),
      { firstId: 1, limits: limits },
    );
    expect(many.attachments).toHaveLength(10);
    expect(many).toMatchObject({ problem: 'files-many' });
    const heavy = [sized('a.mp4', 'video/mp4', 99 * MIB), sized('b.png', 'image/png', 22 * MIB)];
    const result = addAttachments([], heavy, { firstId: 1, limits });
    expect(result.attachments.map(({ file }) => file.name)).toEqual(['a.mp4']);
    expect(result).toMatchObject({ problem: 'files-large', file: { name: 'b.png' } });
    const most = [sized('a.mp4', 'video/mp4', 100 * MIB), sized('b.png', 'image/png', 20 * MIB)];
    expect(addAttachments([], most, { firstId: 1, limits })).toMatchObject({ problem: null });
    const [first] = most as [File];
    const over = addAttachments([], [first, sized('b.png', 'image/png', 20 * MIB + 1)], {
      firstId: 1,
      limits,
    });
    expect(over).toMatchObject({ problem: 'files-large', file: { name: 'b.png' } });
  });
});

describe('attachments: split into messages', () => {
  it('groups images into one message, sends other files separately and puts the text in the first [chat.split-files]', () => {
    const names = (text: string, files: readonly File[]): unknown =>
      planPosts(text, files).map((one) => [one.text, ...one.files.map(({ name }) => name)]);
    expect(names('hi', [])).toEqual([['hi']]);
    expect(names('hi', [png('a'), png('b')])).toEqual([['hi', 'a', 'b']]);
    expect(names('hi', [pdf('p'), png('a'), fileOf('t.txt', 'text/plain'), png('b')])).toEqual([
      ['hi', 'p'],
      ['', 'a', 'b'],
      ['', 't.txt'],
    ]);
  });

  it('every file is sent exactly once, and no message mixes kinds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('image/png', 'application/pdf', 'video/mp4'), { maxLength: 10 }),
        (kinds) => {
          const files = kinds.map((type, i) => fileOf(`${i}`, type));
          const posts = planPosts('text', files);
          expect(new Set(posts.flatMap((one) => one.files))).toEqual(new Set(files));
          expect(posts.flatMap((one) => one.files)).toHaveLength(files.length);
          expect(posts.map((one) => one.text).join('')).toBe('text');
          for (const one of posts)
            if (one.files.length > 1) expect(one.files.every(({ type }) => type === 'image/png')).toBe(true);
        },
      ),
    );
  });
});

/** The page after a reload, with chat 7 open. */
async function reopened(rig: Rig, server: ReturnType<typeof createModelServer>): Promise<Rig> {
  rig.chat.destroy();
  const next = reopen(rig);
  next.sockets.latest().accept();
  await respondToAll(next, server);
  return next;
}

const pendingOf = (rig: Rig, index: number): PendingMessage => rig.chat.thread(7).at(index) as PendingMessage;

describe('composer: attachments', () => {
  it('sends a message that has files but no text, then clears the composer', async () => {
    const { server, rig } = await openThread(['hi']);
    const { composer } = rig.chat.thread(7);
    composer.attach([png('a.png'), png('b.png')]);
    composer.detach(composer.$state.get().attachments[0]?.id ?? -1);
    composer.attach([png('c.png')]);
    expect(composer.submit()).toBe(true);
    expect(composer.$state.get().attachments).toEqual([]);
    await settle();
    const { input } = rig.api.latest(post);
    expect(input.body).toMatchObject({ message: '', message_type: 'IMGS' });
    expect(input.files?.map(({ field, name }) => `${field} ${name}`)).toEqual([
      'files[] b.png',
      'files[] c.png',
    ]);
    await respondToAll(rig, server);
    expect(server.messages()).toHaveLength(2);
  });

  it('derives the message type from the first file [chat.type-first-file]', async () => {
    const { server, rig } = await openThread(['hi']);
    for (const [file, type] of [
      [fileOf('a.mp4', 'video/mp4'), 'VID'],
      [fileOf('a.webm', 'audio/webm;codecs=opus'), 'AUD'],
      [pdf('a.pdf'), 'PDF'],
      [fileOf('a.txt', 'text/plain'), 'TXT'],
      [fileOf('a.docx'), 'DOC'],
    ] as const) {
      rig.chat.thread(7).send('', { files: [file] });
      await settle();
      expect(rig.api.latest(post).input.body).toMatchObject({ message_type: type });
      await respondToAll(rig, server);
    }
  });
});

describe('composer: text', () => {
  it('rejects a message without text and files [chat.empty-message]', async () => {
    const { rig } = await openThread(['hi']);
    const { composer } = rig.chat.thread(7);
    for (const blank of ['  \n ', '\ufe0f', '\u0301', '\u200b\u3164']) {
      composer.setText(blank);
      expect(composer.submit()).toBe(false);
      expect(composer.$state.get().problem).toEqual({ code: 'empty', file: '' });
    }
  });

  it('accepts 4,000 characters (one per emoji), rejects 4,001 and keeps the text [chat.text-length]', async () => {
    const { rig } = await openThread(['hi']);
    const { composer } = rig.chat.thread(7);
    const posts = (): number => rig.api.requests.filter(({ path }) => path === post).length;
    const before = posts();
    composer.setText('😀'.repeat(4001));
    expect(composer.submit()).toBe(false);
    expect(composer.$state.get()).toMatchObject({
      text: '😀'.repeat(4001),
      problem: { code: 'too-long', file: '' },
    });
    await settle();
    expect(posts()).toBe(before);
    composer.setText(`  ${'👩‍💻'.repeat(2000)}${'é'.repeat(2000)}  `);
    expect(composer.submit()).toBe(true);
    expect(composer.$state.get().problem).toBeNull();
    await settle();
    expect(posts()).toBe(before + 1);
  });
});

describe('outbox: files', () => {
  it('reports upload progress and keeps the message order [chat.upload-progress]', async () => {
    const { server, rig, thread } = await openThread(['hi']);
    thread.send('before');
    thread.send('with', { files: [pdf('p.pdf')] });
    thread.send('after');
    await rig.api.latest(post).respond(server.respond(rig.api.latest(post)));
    await settle();
    const upload = rig.api.latest(post);
    expect(pendingOf(rig, 2)).toMatchObject({ text: 'with', progress: 0 });
    upload.input.onProgress?.(0.4);
    expect(pendingOf(rig, 2)).toMatchObject({ progress: 0.4, files: [{ name: 'p.pdf' }] });
    await respondToAll(rig, server);
    expect(server.messages().map((one) => one.message)).toEqual(['hi', 'before', 'with', 'after']);
    expect(await rig.files.keys()).toEqual([]);
  });

  it('a canceled upload waits for Retry or Discard, and the next message is sent [chat.upload-cancel]', async () => {
    const { server, rig, thread } = await openThread(['hi']);
    thread.send('big', { files: [pdf('p.pdf')] });
    thread.send('next');
    await settle();
    const { client_id } = pendingOf(rig, 1);
    expect(rig.api.latest(post).input.signal?.aborted).toBe(false);
    thread.cancel(client_id);
    await respondToAll(rig, server);
    expect(server.messages().map((one) => one.message)).toEqual(['hi', 'next']);
    expect(pendingOf(rig, 2)).toMatchObject({ text: 'big', state: 'failed', reason: 'cancelled' });
    thread.retry(client_id);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'next', 'big']);
  });

  it('an upload that is canceled after the server stored it appears once after a retry', async () => {
    const { server, rig, thread } = await openThread(['hi']);
    thread.send('late', { files: [pdf('p.pdf')] });
    await settle();
    server.respond(rig.api.latest(post));
    thread.cancel(pendingOf(rig, 1).client_id);
    await settle();
    thread.retry(pendingOf(rig, 1).client_id);
    await respondToAll(rig, server);
    expect(rows(rig.chat)).toEqual(['hi', 'late']);
    expect(server.messages()).toHaveLength(2);
  });

  it("a rejected upload keeps the server's error message", async () => {
    const { rig } = await openThread(['hi']);
    rig.chat.thread(7).send('', { files: [pdf('p.pdf')] });
    await settle();
    await rig.api.latest(post).respond(errorResponse(415, { message: 'This kind of file cannot be sent.' }));
    expect(pendingOf(rig, 1)).toMatchObject({
      state: 'failed',
      error: 'This kind of file cannot be sent.',
    });
    rig.chat.thread(7).discard(pendingOf(rig, 1).client_id);
    await settle();
    expect(await rig.files.keys()).toEqual([]);
  });

  it('restores pending files after a reload [chat.files-survive-reload]', async () => {
    const { server, rig } = await openThread(['hi']);
    rig.chat.thread(7).send('known');
    await respondToAll(rig, server);
    rig.page.play('offline');
    rig.chat.thread(7).send('kept', { files: [fileOf('p.pdf', 'application/pdf', 'the bytes')] });
    await settle();
    const next = await reopened(rig, server);
    const sent = next.api.requests.findLast(({ input }) => input.files !== undefined)?.input.files?.[0];
    expect(await sent?.blob.text()).toBe('the bytes');
    expect(server.messages().at(-1)).toMatchObject({ message: 'kept', media: [{ name: 'p.pdf' }] });
  });

  it('marks a message as failed when its files are lost, and keeps its text [chat.files-lost]', async () => {
    const { server, rig } = await openThread(['hi']);
    rig.page.play('offline');
    rig.chat.thread(7).send('only words', { files: [pdf('p.pdf')] });
    await settle();
    for (const key of await rig.files.keys()) await rig.files.remove(key);
    const next = await reopened(rig, server);
    const lost = pendingOf(next, 1);
    expect(lost).toMatchObject({ text: 'only words', state: 'failed', reason: 'files-lost', files: [] });
    next.chat.thread(7).retry(lost.client_id);
    await respondToAll(next, server);
    expect(rows(next.chat)).toEqual(['hi', 'only words']);
  });

  it('deletes pending files on sign-out and when another user signs in', async () => {
    const { rig } = await openThread(['hi']);
    rig.page.play('offline');
    rig.chat.thread(7).send('mine', { files: [pdf('p.pdf')] });
    await settle();
    expect(await rig.files.keys()).toHaveLength(1);
    rig.$state.set({ status: 'signed-out', reason: 'signed-out' });
    rig.$user.set(null);
    await settle();
    expect(await rig.files.keys()).toEqual([]);

    await rig.files.write('outbox/9/left', [new Blob(['x'])]);
    await rig.files.write('personal_outbox/9/left', [new Blob(['x'])]);
    rig.$user.set({ id: 2 });
    await settle();
    expect(await rig.files.keys()).toEqual(['personal_outbox/9/left']);
  });

  it("keeps another tab's files, which only that tab knows, for three days [chat.files-survive-reload]", async () => {
    const { server, rig } = await openThread(['hi']);
    rig.page.play('offline');
    rig.chat.thread(7).send('kept', { files: [fileOf('p.pdf', 'application/pdf', 'the bytes')] });
    await settle();
    const keys = ['outbox/1/left', 'outbox/1/old/2026-11-18T14:59:59.999Z'];
    for (const key of keys) await rig.files.write(key, [new Blob(['x'])]);
    const tab = createRig(createMemoryStorage(), rig.api, rig.files);
    expect(new Date(tab.time.clock.now()).toISOString()).toBe('2026-11-21T15:00:00.000Z');
    tab.chat.start();
    await settle();
    expect(await rig.files.keys()).toHaveLength(1);
    await reopened(rig, server);
    await settle();
    expect(server.messages().at(-1)).toMatchObject({ message: 'kept', media: [{ name: 'p.pdf' }] });
    expect(await rig.files.keys()).toEqual([]);
  });

  it('sends the files of an entry that an earlier version stored', async () => {
    const { server, rig } = await openThread(['hi']);
    rig.page.play('offline');
    rig.chat.thread(7).send('old', { files: [fileOf('p.pdf', 'application/pdf', 'the bytes')] });
    await settle();
    const [key = ''] = await rig.files.keys();
    const files = (await rig.files.read(key)) ?? [];
    await rig.files.remove(key);
    await rig.files.write(key.split('/').slice(0, 3).join('/'), files);
    await reopened(rig, server);
    await settle();
    expect(server.messages().at(-1)).toMatchObject({ message: 'old', media: [{ name: 'p.pdf' }] });
    expect(await rig.files.keys()).toEqual([]);
  });

  it('repeats the post with the same files after a lost request', async () => {
    const { server, rig } = await openThread(['hi']);
    rig.chat.thread(7).send('known');
    await respondToAll(rig, server);
    rig.chat.thread(7).send('twice', { files: [pdf('p.pdf')] });
    await settle();
    await rig.api.latest(post).lose();
    await rig.time.advance(3000);
    await respondToAll(rig, server);
    const posts = rig.api.requests.filter(({ method }) => method === 'POST').slice(-2);
    for (const { input } of posts) {
      expect(input.body).toMatchObject({ message: 'twice' });
      expect(input.files?.map(({ name }) => name)).toEqual(['p.pdf']);
    }
  });
});
