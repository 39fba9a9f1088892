// Signed URLs of private files: file, member and lifetime.
import { expect, test } from 'vitest';
import { openSignedLinks } from '../../../../examples/server/src/security/signed-links.ts';

const lifetimeMs = 600_000;

function setUp() {
  const time = { now: 5_000_000 };
  const open = (secret: string) =>
    openSignedLinks(
      { clock: { now: () => time.now }, installationKey: async (name) => `${secret} ${name}` },
      { key: 'files', prefix: '/media/', lifetimeMs },
    );
  return { time, open };
}
const queryOf = (url: string) => new URL(url, 'http://x').searchParams;

test('signs a URL for one file, valid for ten to twenty minutes', async () => {
  const { time, open } = setUp();
  const links = await open('ours');
  const query = queryOf(links.url('a'));
  expect(links.verify('a', query)).toBe(null);
  expect(links.verify('b', query)).toBe(undefined);
  expect((await open('theirs')).verify('a', query)).toBe(undefined);
  time.now += lifetimeMs - 1;
  expect(links.verify('a', query)).toBe(null);
  time.now += lifetimeMs + 1;
  expect(links.verify('a', query)).toBe(undefined);
});

test('returns the member of a URL, and rejects another member or time', async () => {
  const links = await setUp().open('ours');
  const url = links.url('a', 7);
  expect(links.verify('a', queryOf(url))).toBe(7);
  expect(links.verify('a', queryOf(url.replace('member=7', 'member=8')))).toBe(undefined);
  expect(links.verify('a', queryOf(url.replace('member=7&', '')))).toBe(undefined);
  expect(links.verify('a', queryOf(url.replace(/expires=\d+/, 'expires=9999999999999')))).toBe(undefined);
});
