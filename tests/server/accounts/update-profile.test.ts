import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../../support/test-server.ts';
import { tinyImages } from '../files/tiny-images.ts';

let token: string;
const server = sharedServer();
beforeAll(async () => {
  token = await server.signIn('member');
});

type Parts = Readonly<Record<string, string | File>>;

function update(parts: Parts, as: string = token) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  return server.call('POST', '/api/web/update-profile', { token: as, body: form });
}

const picture = (bytes: Uint8Array<ArrayBuffer>, name = 'me.png', type = 'image/png') =>
  new File([bytes], name, { type });
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
const profile = async (as: string = token) =>
  (await server.call('GET', '/api/web/profile', { token: as })).body.user;
const avatars = () =>
  readdir(join(server.context.config.dataFolder, 'media', 'avatars')).catch(() => [] as string[]);

/** Width and height of a lossy WebP; throws for anything else. */
function webpSize(bytes: Buffer): [number, number] {
  expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8 ');
  return [bytes.readUInt16LE(26), bytes.readUInt16LE(28)];
}

describe('the fields of update-profile', () => {
  it('saves all fields and returns the user as the profile does [call.update-profile]', async () => {
    const response = await update({
      first_name: '  Morgan Le Fay ',
      phone: '(303) 555-0199',
      about: 'Two\r\nlines.',
      push_notification: '1',
      email_notification: '0',
    });
    expect(response.status).toBe(200);
    expect(response.body.user).toMatchObject({
      first_name: 'Morgan Le Fay',
      phone: '+13035550199',
      about: 'Two\nlines.',
      push_notification: true,
      email_notification: false,
    });
    expect(await profile()).toEqual(response.body.user);
  });

  it('keeps fields that are missing and reads "0" as false [profile.missing-unchanged]', async () => {
    const before = await profile();
    const response = await update({ push_notification: '0' });
    expect(response.body.user).toEqual({ ...before, push_notification: false });
  });

  it.each([
    ['a phone that is none', { phone: 'call me' }, 'phone'],
    ['an empty phone', { phone: ' ' }, 'phone'],
    ['an empty name', { first_name: '   ' }, 'first_name'],
    ['a long name', { first_name: 'x'.repeat(101) }, 'first_name'],
    ['a long text', { about: 'x'.repeat(2_001) }, 'about'],
    ['NUL', { about: 'a\u0000b' }, 'about'],
    ['a switch that is neither', { push_notification: 'yes' }, 'push_notification'],
  ] as const)('returns a field error for %s [profile.lengths]', async (_what, parts, field) => {
    const before = await profile();
    const response = await update({ ...parts });
    expect(response.status).toBe(422);
    expect(response.body.errors?.[field]?.[0]).toBeTruthy();
    expect(response.body.message).toBeTruthy();
    expect(await profile()).toEqual(before);
  });

  it('counts characters as users see them', async () => {
    expect((await update({ first_name: '👍🏽'.repeat(100) })).status).toBe(200);
    expect((await update({ about: '\n'.repeat(2_000) })).status).toBe(200);
  });
});

describe('the profile picture', () => {
  it('is stored as a square WebP without EXIF, and replaces the old one [profile.avatar-clean]', async () => {
    const first = await update({
      profile_image: picture(fromBase64(tinyImages.jpegWithExif), 'me.jpg', 'x/y'),
    });
    const dp = String(first.body.user?.dp);
    expect(dp).toMatch(/^\/media\/avatars\/[0-9a-f]{32}\.webp$/);
    const served = await fetch(server.url + dp);
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toContain("default-src 'none'");
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(webpSize(bytes)).toEqual([512, 512]);
    expect(bytes.includes('SecretPlace')).toBe(false);

    const second = await update({ profile_image: picture(fromBase64(tinyImages.webp), 'me.webp') });
    expect(second.body.user?.dp).not.toBe(dp);
    expect(await avatars()).toEqual([String(second.body.user?.dp).split('/').at(-1)]);
    expect((await fetch(server.url + dp)).status).toBe(404);
    expect((await update({ first_name: 'Morgan' })).body.user?.dp).toBe(second.body.user?.dp);
  });

  it.each([
    ['an SVG', picture(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.png'), 415],
    ['HTML', picture(new TextEncoder().encode('<html><script>alert(1)</script>'), 'a.png'), 415],
    ['text', picture(new TextEncoder().encode('hello'), 'hello.txt', 'text/plain'), 415],
    ['half an image', picture(fromBase64(tinyImages.jpeg).slice(0, 200), 'a.jpg'), 422],
    ['nothing', picture(new Uint8Array(), 'a.png'), 422],
    ['eleven mebibytes', picture(new Uint8Array(11 * 1024 * 1024), 'a.png'), 413],
  ] as const)('rejects %s and stores nothing [profile.avatar-image]', async (_what, file, status) => {
    const [before, files] = [await profile(), await avatars()];
    const response = await update({ first_name: 'Somebody else', profile_image: file });
    expect(response.status).toBe(status);
    expect(response.body.message).toBeTruthy();
    if (status !== 413) expect(response.body.errors?.profile_image?.[0]).toBeTruthy();
    expect(await profile()).toEqual(before);
    expect(await avatars()).toEqual(files);
  });

  it('stays when the file field of the form is empty', async () => {
    const before = await profile();
    expect((await update({ profile_image: new File([], '') })).body.user).toEqual(before);
  });

  it('leaves one file when many are uploaded at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        update({ profile_image: picture(fromBase64(tinyImages.gif), 'a.gif') }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await avatars()).toEqual([
      String((await profile())?.dp)
        .split('/')
        .at(-1),
    ]);
  });

  it.each(['..%2f..%2fpackage.json', 'x.webp', `${'a'.repeat(32)}.webp`, `${'a'.repeat(32)}.svg`])(
    'returns 404 for the picture address %s',
    async (name) => {
      expect((await fetch(`${server.url}/media/avatars/${name}`)).status).toBe(404);
    },
  );
});
