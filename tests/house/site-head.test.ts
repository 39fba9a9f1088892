// Metadata of the public pages for search engines, previews and home screens.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headOf, mappedPaths, ORIGIN, siteMap, webManifest } from '../../examples/web/head.ts';
import { drawPictures } from '../../examples/web/pictures.ts';
import { walletOptions } from '../../examples/web/src/pages/static/option-trade-ideas.content.ts';
import { notFoundPage, publicPages } from '../../examples/web/src/pages.ts';

const heads = publicPages.map(({ path, title }) => ({ path, title, head: headOf(path, title).join('\n') }));
const metaOf = (head: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
/** Width and height from a PNG header. */
const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];
const factsOf = (head: string): { readonly '@type': string; readonly [name: string]: unknown }[] =>
  [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
    JSON.parse(json),
  );

test('every public page has a title, its own description and a canonical URL [site.heads]', () => {
  const descriptions = heads.map(({ head }) => metaOf(head, 'description') ?? '');
  for (const [index, { path, head }] of heads.entries()) {
    expect(descriptions[index]?.length, path).toBeGreaterThan(40);
    expect(descriptions[index]?.length, path).toBeLessThan(165);
    expect(head, path).toContain(`<link rel="canonical" href="${ORIGIN}${path}" />`);
    expect(metaOf(head, 'og:title'), path).toBe(publicPages[index]?.title);
    expect(metaOf(head, 'og:description'), path).toBe(descriptions[index]);
    expect(metaOf(head, 'og:url'), path).toBe(`${ORIGIN}${path}`);
  }
  expect(new Set(descriptions).size).toBe(descriptions.length);
  expect(new Set(publicPages.map(({ title }) => title)).size).toBe(publicPages.length);
});

test('the not-found page is not indexed [site.heads]', () => {
  expect(headOf(notFoundPage.path, notFoundPage.title)).toEqual(['<meta name="robots" content="noindex" />']);
});

test('structured data has the prices that the page shows [site.facts]', () => {
  const kinds = (path: string): string[] =>
    factsOf(heads.find((one) => one.path === path)?.head ?? '').map((fact) => fact['@type']);
  expect(kinds('/')).toEqual(['Organization', 'WebSite', 'Course']);
  expect(kinds('/terms')).toEqual([]);
  // The properties that search engines require of a course.
  const course = factsOf(heads.find(({ path }) => path === '/')?.head ?? '').at(-1);
  expect(course).toMatchObject({
    '@context': 'https://schema.org',
    provider: { name: 'Openbell' },
    offers: { category: 'Subscription' },
    hasCourseInstance: { courseMode: 'Online', courseSchedule: { duration: 'P6M' } },
  });
  const [product] = factsOf(heads.find(({ path }) => path === '/old')?.head ?? '');
  const offers = product?.offers as { price: string; priceCurrency: string }[];
  expect(offers.map(({ price, priceCurrency }) => `${price} ${priceCurrency}`)).toEqual([
    '50.00 USD',
    '450.00 USD',
  ]);
  expect(walletOptions(true).map(({ label }) => label)).toEqual([
    '7-day free trial, then $50/month',
    '7-day free trial, then $450/year',
  ]);
});

test('the site map has only public pages [site.map]', () => {
  const paths = publicPages.map(({ path }) => path);
  for (const path of mappedPaths) expect(paths).toContain(path);
  expect(siteMap().match(/<loc>/g)).toHaveLength(mappedPaths.length);
});

test('the build creates icons and previews in the declared sizes [site.pictures] [site.manifest]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openbell-pictures-'));
  try {
    await drawPictures(folder);
    const { icons, start_url } = JSON.parse(webManifest());
    expect(start_url).toBe('/dashboard');
    for (const { src, sizes, type } of icons) {
      if (type !== 'image/png') continue;
      expect(sizeOf(await readFile(join(folder, src))).join('x'), src).toBe(sizes);
    }
    const names = await readdir(join(folder, 'pictures'));
    for (const { path, head } of heads) {
      const name = metaOf(head, 'og:image')?.replace(`${ORIGIN}/pictures/`, '') ?? '';
      expect(names, path).toContain(name);
      const size = sizeOf(await readFile(join(folder, 'pictures', name)));
      expect(size.map(String), path).toEqual([
        metaOf(head, 'og:image:width'),
        metaOf(head, 'og:image:height'),
      ]);
    }
    const ico = await readFile(join(folder, 'favicon.ico'));
    expect(ico.readUInt16LE(2)).toBe(1);
    expect(sizeOf(ico.subarray(ico.readUInt32LE(18)))).toEqual([32, 32]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
