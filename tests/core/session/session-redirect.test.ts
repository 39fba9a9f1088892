import { safeRedirect, safeTag, signInPath, signInTarget } from '@openbell/core/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

const origin = 'https://app.example';

/** Targets that are known to leave the site, run a script or loop. */
const REFUSED = [
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/ /evil.test',
  ' /chat',
  '/chat\u0000',
  '/chat\u2028',
  '/chat\u00a0',
  'https:evil.test',
  'https://evil.test',
  'http://app.example/chat',
  'https://app.example.evil.test/',
  'https://app.example@evil.test/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'blob:https://app.example/x',
  '.evil.com',
  'chat',
  '?x',
  '#x',
  '',
  '/./..//evil.test',
  '/a/../..//evil.test',
  '/a//b',
  '/%2f%2fevil.test',
  '/%2Fevil.test',
  '/%5cevil.test',
  '/a%5C..%5Cb',
  '/signin',
  '/signin/',
  '/SignIn?redirect=/chat',
  '/%73ignin',
  '/signup',
  '/login',
  `/${'a'.repeat(2048)}`,
  null,
  undefined,
  7,
  ['/chat'],
  { toString: () => '/chat' },
];

/** Parts of generated targets, and complete targets of the list above. */
const PIECES = [
  ...['/', '/', '\\', ':', '@', '.', '..', '#', '?', '&', '=', '%', '\t', '\r\n', ' ', '\u0000', '\u2028'],
  ...[
    '%2f',
    '%5C',
    '%09',
    '%252f',
    '%00',
    '%73ignin',
    '\uff0f',
    '\u2044',
    '\u3002',
    '\ufeff',
    '[',
    ']',
    '::1',
  ],
  ...[
    'evil.test',
    'app.example',
    'https',
    'javascript',
    'data',
    'chat',
    'signin',
    '0x7f.1',
    '\ud800',
    '\u00df',
  ],
  ...REFUSED.filter((target) => typeof target === 'string' && target.length < 60),
];

/** A small repeatable generator, much faster than shrinkable fast-check values. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function makeTarget(random: (below: number) => number): string {
  let target = random(3) === 0 ? '' : '/';
  for (let count = random(7); count >= 0; count -= 1) {
    target += random(8) === 0 ? String.fromCharCode(random(0x10000)) : PIECES[random(PIECES.length)];
  }
  return target;
}

function staysHere(path: string): boolean {
  const landed = new URL(path, origin);
  return (
    landed.origin === origin &&
    path.startsWith('/') &&
    !path.startsWith('//') &&
    landed.pathname + landed.search + landed.hash === path &&
    !/^\/(?:signin|signup|login)\/?$/i.test(landed.pathname)
  );
}

describe('the redirect of /signin', () => {
  it.each(REFUSED)('%j is rejected and replaced by /profile [redirect.own-site]', (raw) => {
    expect(safeRedirect(raw, { origin })).toBe('/profile');
  });

  it.each([
    ['/', '/'],
    ['/chat/5', '/chat/5'],
    ['/chat/5?min_id=3#m7', '/chat/5?min_id=3#m7'],
    ['/chat?next=%2F%2Fevil.test', '/chat?next=%2F%2Fevil.test'],
    ['/a/../chat', '/chat'],
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/signing-bonus', '/signing-bonus'],
    ['/#pricing', '/#pricing'],
  ])('accepts %j as a page of this site [redirect.own-site]', (raw, path) => {
    expect(safeRedirect(raw, { origin })).toBe(path);
  });

  it('the result always stays on the site: 300,000 generated targets [redirect.300000]', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = createRandom(seed);
        for (let count = 0; count < 3000; count += 1) {
          const raw = makeTarget(random);
          if (!staysHere(safeRedirect(raw, { origin }))) throw new Error(JSON.stringify(raw));
        }
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.webPath(), (raw) => {
        const path = safeRedirect(raw, { origin });
        return safeRedirect(path, { origin }) === path;
      }),
      { numRuns: propertyCases(5000) },
    );
  });
});

describe('the tag of /signin', () => {
  it.each(['pricing', 'a', 'a-b_9'])('%s is a valid anchor name [redirect.tag-name]', (tag) => {
    expect(safeTag(tag)).toBe(tag);
  });

  it.each(['', '9a', '#pricing', 'a b', 'a.b', '<img>', '-a', 'a\n', 'a'.repeat(65), null, ['a']])(
    '%j is rejected [redirect.tag-name]',
    (tag) => {
      expect(safeTag(tag)).toBeNull();
    },
  );

  it('the tag is appended after the redirect [redirect.tag-appended]', () => {
    expect(signInTarget({ redirect: '/', tag: 'pricing' }, { origin })).toBe('/#pricing');
    expect(signInTarget({ redirect: '/old?x=1#top', tag: 'pricing' }, { origin })).toBe('/old?x=1#pricing');
    expect(signInTarget({ redirect: '/old', tag: '.evil' }, { origin })).toBe('/old');
    expect(signInTarget({ redirect: '//evil.test', tag: 'pricing' }, { origin })).toBe('/profile');
    expect(signInTarget({ tag: 'pricing' }, { origin })).toBe('/profile');
    expect(signInTarget({}, { origin })).toBe('/profile');
  });

  it('Enroll sends a visitor to /signin with redirect=/ and tag=pricing [billing.enroll-visitor]', () => {
    const path = signInPath('/', 'pricing');
    expect(path).toBe('/signin?redirect=/&tag=pricing');
    const query = Object.fromEntries(new URL(path, origin).searchParams);
    expect(signInTarget(query, { origin })).toBe('/#pricing');
  });

  it('signInPath encodes any return path', () => {
    const path = signInPath('/chat/5?q=a&b=%26#x');
    expect(path).toBe('/signin?redirect=/chat/5%3Fq%3Da%26b%3D%2526%23x');
    expect(new URL(path, origin).searchParams.get('redirect')).toBe('/chat/5?q=a&b=%26#x');
    expect(signInPath()).toBe('/signin');
  });

  it('no combination of redirect and tag leaves the site', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (redirect, tag) => {
        const target = signInTarget({ redirect: `/${redirect}`, tag }, { origin });
        return new URL(target, origin).origin === origin;
      }),
      { numRuns: propertyCases(20_000) },
    );
  });
});
