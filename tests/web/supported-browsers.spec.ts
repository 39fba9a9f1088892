// The built app uses no feature that a supported browser lacks, and older browsers get a message.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier } from '@mdn/browser-compat-data';
import postcss from 'postcss';
import { expect, expectAccessible, test } from './app-test.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'examples/web/dist');

/** Newer features that the app uses, and what happens where they are missing. */
const enhancements: Readonly<Record<string, string>> = {
  'property -webkit-touch-callout': 'iOS alone shows the callout that it turns off',
  'PublicKeyCredential.getClientCapabilities': 'the passkey library asks whether it exists',
  'PublicKeyCredential.signalAllAcceptedCredentials': 'in the passkey library; not called',
  'PublicKeyCredential.signalCurrentUserDetails': 'in the passkey library; not called',
  'PublicKeyCredential.signalUnknownCredential': 'in the passkey library; not called',
  'property accent-color': 'controls have the browser’s color',
  'property content-visibility': 'rendering takes longer',
  'property field-sizing': 'a script fits the text box',
  'property forced-color-adjust': 'the system’s colors are used',
  'property line-clamp': 'used with -webkit-line-clamp, which all have',
  'property overflow-anchor': 'there is no scroll anchoring to turn off',
  'property overflow-clip-margin': 'the focus ring is clipped',
  'property overscroll-behavior': 'the page behind scrolls along',
  'property resize': 'iOS has no handle; the text box fits its text',
  'resize: none': 'iOS has no handle',
  'resize: vertical': 'iOS has no handle; the text box fits its text',
  'property scrollbar-width': 'the scroll bar is visible',
  'property text-size-adjust': 'used with -webkit-text-size-adjust',
  'property text-wrap-style': 'lines break as usual',
  'property user-select': 'used with -webkit-user-select',
  'contain: style': 'rendering takes longer',
  'content-visibility: auto': 'rendering takes longer',
  'content-visibility: visible': 'rendering takes longer',
  'cursor: col-resize': 'iOS shows no cursor',
  'cursor: default': 'iOS shows no cursor',
  'cursor: grab': 'iOS shows no cursor',
  'cursor: not-allowed': 'iOS shows no cursor',
  'cursor: pointer': 'iOS shows no cursor',
  'cursor: progress': 'iOS shows no cursor',
  'cursor: zoom-in': 'iOS shows no cursor',
  'field-sizing: content': 'a script fits the text box',
  'forced-color-adjust: none': 'the system’s colors are used',
  'overflow-anchor: none': 'there is no scroll anchoring to turn off',
  'scrollbar-width: none': 'the scroll bar is visible',
  'text-decoration: dotted': 'the line is solid',
  'text-wrap-style: pretty': 'lines break as usual',
  'text-wrap: pretty': 'lines break as usual',
  ':selection': 'iOS selects in its own color',
  ':-moz-progress-bar': 'Firefox’s name; others have :-webkit-progress-value',
  ':-webkit-progress-bar': 'Firefox uses the background of the element',
  ':-webkit-progress-value': 'Firefox has :-moz-progress-bar',
  ':-webkit-search-cancel-button': 'Firefox has no button to hide',
};

const { browserslist } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const oldest: ReadonlyMap<string, number> = new Map(
  browserslist.map((query: string) => {
    const [name = '', version] = query.split(' >= ');
    return [name === 'ios_saf' ? 'safari_ios' : name, Number(version)];
  }),
);

/** Whether a supported browser lacks a feature, or has it only by a flag or a prefix. */
function isNewer(feature: Identifier | undefined): boolean {
  const support = feature?.__compat?.support;
  if (support === undefined) return false;
  return [...oldest].some(([browser, version]) => {
    const statements = [support[browser as keyof typeof support] ?? []].flat();
    return !statements.some(
      ({ version_added: added, version_removed, flags, prefix, alternative_name }) =>
        [version_removed, flags, prefix, alternative_name].every((part) => part === undefined) &&
        typeof added === 'string' &&
        Number.parseFloat(added.replace('≤', '')) <= version,
    );
  });
}

const built = (ending: string): string[] =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(dist, name), 'utf8'));

/** CSS functions and units by name. */
function cssTypes(group: Identifier, found = new Map<string, Identifier>()): Map<string, Identifier> {
  const entries = Object.entries(group).filter(([name]) => name !== '__compat') as [string, Identifier][];
  for (const [name, feature] of entries) if (!found.has(name)) found.set(name, feature);
  for (const [, feature] of entries) cssTypes(feature, found);
  return found;
}

const types = cssTypes(bcd.css.types as Identifier);

function newerCss(sheet: string): string[] {
  const found = new Set<string>();
  const check = (name: string, feature: Identifier | undefined): void => {
    if (isNewer(feature)) found.add(name);
  };
  postcss.parse(sheet).walk((node) => {
    if (node.type === 'atrule') check(`@${node.name}`, bcd.css['at-rules']?.[node.name]);
    if (node.type === 'rule')
      for (const [, name = ''] of node.selector.matchAll(/::?([a-z-]+)/g))
        check(`:${name}`, bcd.css.selectors?.[name]);
    if (node.type !== 'decl' || node.prop.startsWith('--')) return;
    const property = bcd.css.properties?.[node.prop];
    check(`property ${node.prop}`, property);
    for (const word of node.value.split(/[\s,()/]+/)) check(`${node.prop}: ${word}`, property?.[word]);
    for (const [, name = ''] of node.value.matchAll(/([a-z-]+)\(/g)) check(`${name}()`, types.get(name));
    for (const [, unit = ''] of node.value.matchAll(/\d([a-z]+)\b/g)) check(`unit ${unit}`, types.get(unit));
  });
  return [...found];
}

/** Newer globals and static members by name, for example `Promise.try`. */
const newerNames: ReadonlySet<string> = new Set(
  ([bcd.api, bcd.javascript.builtins] as const).flatMap((group) =>
    (Object.entries(group ?? {}) as [string, Identifier][]).flatMap(([name, feature]) => [
      ...(isNewer(feature) ? [name] : []),
      ...(Object.entries(feature) as [string, Identifier][])
        .filter(([member, of]) => isNewer(of) && (group !== bcd.api || member.endsWith('_static')))
        .map(([member]) => `${name}.${member.replace(/_static$/, '')}`),
    ]),
  ),
);
const iteratorHelpers =
  /\.(?:values|keys|entries)\(\)\??\.(map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(/;

/** Globals, their static members, and iterator helpers; other methods cannot be told from those of libraries. */
function newerGlobals(script: string): string[] {
  const found = new Set<string>();
  for (const [, name = '', member] of script.matchAll(/(?<![.\w$])([A-Za-z]\w*)(?:\??\.(\w+))?/g)) {
    const call = `${name}.${member}`;
    if (newerNames.has(call)) found.add(call);
  }
  for (const [, name = ''] of script.matchAll(/\b(?:new|typeof) (\w+)/g))
    if (newerNames.has(name)) found.add(`global ${name}`);
  const [, helper] = iteratorHelpers.exec(script) ?? [];
  if (helper !== undefined) found.add(`Iterator.${helper}`);
  return [...found];
}

test('uses only features of supported browsers, or works without them', () => {
  const found = new Set([...built('.css').flatMap(newerCss), ...built('.js').flatMap(newerGlobals)]);
  expect([...found].sort()).toEqual(Object.keys(enhancements).sort());
});

test('finds features that a supported browser lacks', () => {
  expect(
    newerCss('@view-transition{} a:has-slotted{width:sibling-index();interpolate-size:allow-keywords}'),
  ).toEqual(
    expect.arrayContaining([
      '@view-transition',
      ':has-slotted',
      'sibling-index()',
      'property interpolate-size',
    ]),
  );
  expect(newerCss('a:has(b){color:color-mix(in oklch,red,blue);width:round(1px,1px);height:1dvh}')).toEqual(
    [],
  );
  expect(newerGlobals('Promise.try(f);URL.parse(a);new Temporal.Now;m.values().map(f)')).toEqual(
    expect.arrayContaining(['Promise.try', 'URL.parse', 'global Temporal', 'Iterator.map']),
  );
  expect(newerGlobals('URL.canParse(a);AbortSignal.any([]);Object.groupBy(a,b)')).toEqual([]);
});

for (const path of ['/signin', '/dashboard'])
  test(`shows a message in an old browser instead of a blank page, on ${path}`, async ({
    page,
    expectedComplaints,
  }) => {
    expectedComplaints.push(/./);
    const message = page.getByText('Your browser is too old for Openbell.');
    await page.goto(path);
    // The guard leads on to sign-in.
    await page.waitForURL('**/signin**');
    await expect(message).toHaveCount(0);
    await page.addInitScript(() => Object.assign(AbortSignal, { any: undefined }));
    await page.goto(path);
    await expect(message).toBeVisible();
    if (path === '/signin') await expectAccessible(page);
  });
