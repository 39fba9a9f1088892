// The landing page's sections and the legal texts, also without scripts.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, fillSignIn, password, solveCaptcha, test } from './app-test.ts';

const sections = [
  /Be ready before the opening bell/,
  /Prints from the exchanges/,
  /What changes is how you decide/,
  /70% of traders fail to make money/,
  /You sit down at 9:30/,
  /Seven days free/,
  /Ask before you join/,
  /Week by week/,
  'Who can join',
  'Meet your Mentors',
  'Overcoming Trading Challenges',
] as const;

test.describe('the landing page', () => {
  test('has every specified section with its content [site.landing-sections] [site.claims] [site.challenges] [site.personas] [site.banner] [site.hero] [site.anchors] [site.mentors] [site.subscription-gives] [site.audience]', {
    tag: '@smoke',
  }, async ({ page }) => {
    await page.goto('/');
    for (const name of sections) await expect(page.getByRole('heading', { name }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Testimonials' })).toBeVisible();
    await expect(page.getByText('4,000+ subscribers')).toBeVisible();
    const hero = page.locator('#home');
    await expect(hero.getByText('4000+')).toBeVisible();
    await expect(hero.getByText('4.8/5')).toBeVisible();
    await expect(hero.getByRole('link', { name: 'Ask on WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\//,
    );
    for (const anchor of ['home', 'about', 'pricing', 'contact'])
      await expect(page.locator(`section#${anchor}`)).toHaveCount(1);
    const mentors = page.getByRole('region', { name: 'Meet your Mentors' });
    await expect(mentors).toContainText('many years in American options markets');
    await expect(mentors).toContainText('specialise in options scalp strategies');
    await expect(mentors.getByRole('heading', { level: 3 })).toHaveText([
      'Setups',
      'Relative strength index',
      'Step-pattern breakout',
      'Sequencing',
      'Momentum',
    ]);
    await expect(page.getByRole('region', { name: 'What your membership holds' })).toContainText(
      'Option trade ideas, alerts by SMS and push, private chat and coaching',
    );
    const challenges = page.getByRole('region', { name: 'Overcoming Trading Challenges' });
    await expect(challenges.getByRole('listitem')).toHaveCount(6);
    await expect(challenges.getByRole('heading', { level: 3 })).toHaveText([
      'Fear of market volatility',
      'Difficulty identifying profitable trades',
      'Inconsistent results',
      'Lack of risk management',
      'Inadequate knowledge and skills',
      'Inadequate knowledge and skills',
    ]);
    await expect(challenges.getByRole('listitem').locator('svg')).toHaveCount(6);
    const personas = page.getByRole('region', { name: 'Who can join' });
    await expect(personas.getByRole('listitem')).toHaveCount(4);
    await expect(personas.getByRole('heading', { level: 3 })).toHaveText([
      'Recent graduates',
      'Working professionals',
      'Stay-at-home parents',
      'Retirees',
    ]);
    await expect(
      page.getByRole('region', { name: 'What your membership holds' }).getByRole('listitem'),
    ).toHaveCount(5);
    await expectAccessible(page);
  });

  test('scrolls to the prices in the hash, and has the contact fields [site.pricing-hash] [contact.form] [site.free-trial]', async ({
    page,
  }) => {
    await page.goto('/#pricing');
    await expect(page.getByRole('heading', { name: /Seven days free/ })).toBeInViewport();
    const pricing = page.locator('#pricing');
    await expect(pricing.getByRole('heading', { level: 2 })).toHaveText(
      /Seven days free\. Then monthly or yearly\./,
    );
    for (const term of ['Monthly', 'Yearly'])
      await expect(pricing.getByRole('radio', { name: term })).toHaveCount(1);
    await expect(pricing.getByText('Any time you cancel')).toBeVisible();
    for (const placeholder of ['Full Name*', 'Email*', 'Type your question'])
      await expect(page.getByPlaceholder(placeholder)).toBeVisible();
  });

  test('shows one testimonial at a time and changes it by its dots [site.testimonials] [site.testimonial-fields]', async ({
    page,
  }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Testimonials' });
    await expect(carousel.getByText('Dana R.')).toBeVisible();
    await expect(carousel.getByText('Marcus T.')).toBeHidden();
    await carousel.getByRole('button', { name: 'Testimonial 2 of 2' }).click();
    await expect(carousel.getByText('Marcus T.')).toBeVisible();
    await expect(carousel.getByText('Dana R.')).toBeHidden();
    await expect(carousel.getByRole('img', { name: 'Rated 5 of 5' })).toHaveCount(1);
  });

  test('plays the video of a testimonial with captions when it is pressed [site.testimonial-film]', async ({
    page,
  }) => {
    const films: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/films/')) films.push(new URL(request.url()).pathname);
    });
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Testimonials' });
    await carousel.scrollIntoViewIfNeeded();
    await expect(carousel.getByRole('button', { name: 'Testimonial 1 of 2' })).toBeVisible();
    await expect(page.locator('[data-island="testimonials"]')).toHaveAttribute('data-live');
    expect(films).toEqual([]);
    await carousel.getByRole('link', { name: /Play the video/ }).click();
    const video = carousel.getByLabel('Video of Dana R.');
    await expect(video).toBeFocused();
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(1);
    const cues = await video.evaluate((film: HTMLVideoElement) => [
      film.duration,
      ...[...(film.textTracks[0]?.activeCues ?? [])].map((cue) => (cue as VTTCue).text),
    ]);
    expect(cues).toEqual([16, 'I used to buy whatever was moving.']);
    await carousel.getByRole('button', { name: 'Testimonial 2 of 2' }).click();
    await expect(video).toHaveCount(0);
    await carousel.getByRole('link', { name: /Play the video/ }).click();
    const other = carousel.getByLabel('Video of Marcus T.');
    await expect.poll(() => other.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0);
    await expectAccessible(page);
  });

  test('shows each mentor with a portrait and a sentence, labeled as a sample [site.mentor-faces]', async ({
    page,
  }) => {
    await page.goto('/');
    const mentors = page.getByRole('region', { name: 'Meet your Mentors' });
    const people = mentors.getByRole('list', { name: 'Mentors' }).getByRole('listitem');
    await expect(people).toHaveCount(4);
    await expect(people.locator('svg')).toHaveCount(4);
    // Not the rendered text, which is empty until the section is near the viewport.
    for (const person of await people.all())
      expect(await person.getByRole('paragraph').allTextContents()).toEqual([
        expect.stringMatching(/^\S+ \S+$/),
        expect.stringMatching(/^[^.]+\.$/),
      ]);
    await expect(mentors.getByText(/^Sample content/)).toBeVisible();
  });
});

test('stays light with a dark system theme until dark is chosen [theme.default] [theme.browser-parts]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (location.origin !== 'null') localStorage.removeItem('persist:root');
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  const root = page.locator('html');
  const scheme = page.locator('meta[name="color-scheme"]');
  const bar = page.locator('meta[name="theme-color"]');
  for (const path of ['/', '/terms', '/signin', '/welcome']) {
    await page.goto(path);
    await expect(root).toHaveAttribute('data-theme', 'light');
    await expect(root).toHaveCSS('color-scheme', 'light');
    await expect(scheme).toHaveAttribute('content', 'light');
    await expect(bar).toHaveAttribute('content', '#fbfaf7');
  }
  await root.evaluate(({ dataset }) => {
    dataset.theme = 'dark';
  });
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await expect(scheme).toHaveAttribute('content', 'dark');
  await expect(bar).toHaveAttribute('content', '#0b0f18');
});

test('keeps the bar and its banner visible, with smooth scrolling to anchors [routes.bar-sticky]', async ({
  page,
}) => {
  await page.goto('/');
  const bar = page.locator('header.site-bar');
  const top = (): Promise<number> => bar.evaluate((header) => Math.round(header.getBoundingClientRect().top));
  const banner = await page.getByRole('complementary', { name: 'Offer' }).boundingBox();
  expect(banner?.y).toBe(0);
  expect(await top()).toBe(Math.round(banner?.height ?? 0));
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Ask before you join' })).toBeInViewport();
  await expect.poll(top).toBe(0);
  const root = page.locator('html');
  await expect(root).toHaveCSS('scroll-behavior', 'auto');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(root).toHaveCSS('scroll-behavior', 'smooth');
});

test('shows the social profiles in one row in the footer [site.footer]', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/terms');
  const list = page.getByRole('contentinfo').getByRole('list', { name: 'Openbell elsewhere' });
  await expect(list.getByRole('link')).toHaveText(['YouTube', 'Instagram', 'X', 'Facebook']);
  // The footer has its final position after the first paint.
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
  const boxes = await list.getByRole('link').evaluateAll((links) =>
    links.map((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  for (const [place, box] of boxes.slice(1).entries()) {
    const before = boxes[place];
    expect(box.left).toBeGreaterThanOrEqual(before?.right ?? Number.NaN);
    expect(Math.round(box.top)).toBe(Math.round(before?.top ?? Number.NaN));
    expect(Math.round(box.bottom)).toBe(Math.round(before?.bottom ?? Number.NaN));
  }
});

test.describe('the legal pages', () => {
  test('contain every topic, term and number of the terms [site.terms-topics] [site.terms-numbers] [site.us-adults]', async ({
    page,
  }) => {
    await page.goto('/terms');
    const text = page.getByRole('article');
    for (const name of [
      'Trial',
      'Payment and renewal',
      'Cancellation',
      'Refund policy',
      'Code of conduct',
      'Investment disclaimer',
      'Disputes: arbitration in Colorado',
    ])
      await expect(text.getByRole('heading', { name, exact: true })).toBeVisible();
    for (const words of [
      'A trial lasts 3 days',
      'Day 31 to day 60',
      'Of a yearly plan, day 31 to day 60 is the only window',
      'less $100, within 25 days',
      'From day 61 on',
      'The first 3 days',
      '10% of the yearly price',
      '5% of the biannual price',
      'takes effect within 2 days',
      '7 days after that notice',
      '10 business days’ notice',
      'at least 18 years old',
      'arbitration in Colorado, by one arbitrator',
      'residents of the United States',
    ])
      await expect(text).toContainText(words);
    await expectAccessible(page);
  });

  test('scroll to a section from the table of contents [site.privacy-topics]', async ({ page }) => {
    await page.goto('/privacy-policy');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    for (const name of [
      'What we collect',
      'What we use it for',
      'Cookies and storage',
      'Security',
      'Your rights',
      'Third parties and links',
      'Policy updates',
    ])
      await expect(contents.getByRole('link', { name })).toBeVisible();
    await contents.getByRole('link', { name: 'Your rights' }).click();
    await expect(page).toHaveURL(/#rights$/);
    await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
    await page.getByRole('link', { name: 'contact form' }).click();
    await expect(page).toHaveURL(/\/#contact$/);
  });
});

test('opens the list of plans when its code arrives in the middle of the press [site.early-choice]', async ({
  page,
}) => {
  let letCodeCome = (): void => {};
  const arrival = new Promise<void>((resolve) => {
    letCodeCome = resolve;
  });
  await page.route('**/assets/Pricing-*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto('/#pricing');
  const select = page.getByRole('combobox', { name: 'Plan' });
  const part = page.locator('[data-island="pricing"]');
  await expect(select).toBeVisible();
  // A browser dispatches these back to back, so the code of a page comes between them by chance only.
  await select.dispatchEvent('pointerdown', { pointerType: 'mouse', button: 0 });
  await expect(part).not.toHaveAttribute('data-live');
  letCodeCome();
  await expect(part).toHaveAttribute('data-live');
  await select.dispatchEvent('mousedown', { button: 0, detail: 1 });
  // The list opens in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await select.dispatchEvent('mouseup', { button: 0, detail: 1 });
  await select.dispatchEvent('click', { button: 0, detail: 1 });
  await expect(page.getByRole('option', { name: 'Trade Ideas' })).toBeVisible();
});

test('offers the wallet on Option Trade Ideas and sends a visitor to sign-in [site.old-page] [site.early-choice]', async ({
  page,
}) => {
  const yearly = page.getByRole('radio', { name: '7-day free trial, then $450/year' });
  let letIn = (): void => {};
  const released = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route('**/config.json', (route) => released.then(() => route.continue()));
  await page.goto('/old');
  await page.getByText('then $450/year').click();
  letIn();
  await expect(yearly).toBeChecked();
  await page.goto('/terms');
  await page.goto('/old');
  await expect(page.getByRole('heading', { name: 'Option Trade Ideas' })).toBeVisible();
  for (const word of ['Entry', 'Stop loss', 'Target']) await expect(page.getByText(word)).toHaveCount(2);
  await expect(page.getByRole('radio', { name: '7-day free trial, then $50/month' })).toBeChecked();
  // A click before hydration is applied after it.
  await yearly.click();
  await expect(yearly).toBeChecked();
  await expect(page.getByRole('link', { name: 'Open the customer portal' })).toBeVisible();
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
  await expect(foot.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy-policy');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL('/signin?redirect=/old%3Fterm%3Dyearly&tag=subscribe');
});

test('links between the account pages keep the query before the scripts run [site.old-term]', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED/);
  await page.route('**/assets/*.js', (route) => route.abort());
  const query = '?redirect=/old%3Fterm%3Dyearly&tag=subscribe';
  const main = page.getByRole('main');
  await page.goto(`/signin${query}`);
  await expect(main.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', `/signup${query}`);
  await expect(main.getByRole('link', { name: /forg/i })).toHaveAttribute('href', `/forget-password${query}`);
  await page.goto(`/signup${query}`);
  await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', `/signin${query}`);
  await expect(main.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
});

test('keeps the term of Option Trade Ideas through sign-up and sign-in [site.old-term]', async ({
  page,
}, info) => {
  const email = `ideas-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
  const yearly = page.getByRole('radio', { name: '7-day free trial, then $450/year' });
  await page.goto('/old');
  await yearly.click();
  await expect(yearly).toBeChecked();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.waitForURL('**/signin?**');
  const signUp = page.getByRole('main').getByRole('link', { name: 'Sign up' });
  await signUp.click();
  await page.waitForURL('**/signup?**');
  await page.getByRole('textbox', { name: /full name/i }).fill('Ida Ideas');
  await page.getByRole('textbox', { name: /phone/i }).fill('+1 303 555 0181');
  await page.getByRole('textbox', { name: /^e-?mail/i }).fill(email);
  await page.getByRole('textbox', { name: /^password/i }).fill(password);
  await page.getByRole('textbox', { name: /(repeat|confirm) password/i }).fill(password);
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/signin?**');
  await fillSignIn(page, email, password);
  await page.waitForURL('**/old**');
  await expect(yearly).toBeChecked();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeInViewport();
  const payment = page.waitForRequest('**/create-payment-intent');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  expect((await payment).postDataJSON()).toMatchObject({ term: 2 });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the public pages with working links [site.prerendered]', { tag: '@smoke' }, async ({
    page,
  }) => {
    await page.goto('/');
    for (const name of sections) await expect(page.getByRole('heading', { name }).first()).toBeVisible();
    // Without scripts all testimonials are shown, without buttons.
    const testimonials = page.getByRole('region', { name: 'Testimonials' });
    await expect(testimonials.getByRole('figure')).toHaveCount(2);
    for (const name of ['Dana R.', 'Marcus T.']) await expect(testimonials.getByText(name)).toBeVisible();
    await expect(testimonials.getByRole('img', { name: 'Rated 5 of 5' })).toHaveCount(2);
    await expect(testimonials.getByRole('button')).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(page.getByRole('heading', { name: 'Terms of service' })).toBeVisible();
    await page.goto('/old');
    await expect(page.getByRole('heading', { name: 'Option Trade Ideas' })).toBeVisible();
  });

  test('keeps the lines of the tape in place while the rest of the document arrives [site.light]', async ({
    page,
  }) => {
    await page.goto('/');
    const lines = page.locator('.tape-line');
    await expect(lines).toHaveCount(9);
    const tops = (): Promise<number[]> =>
      lines.evaluateAll((all) => all.slice(0, 3).map((line) => line.getBoundingClientRect().top));
    const whole = await tops();
    // As in a first paint of the document up to the third line.
    await lines.evaluateAll((all) => {
      for (const line of all.slice(3)) line.remove();
    });
    expect(await tops()).toEqual(whole);
  });

  test("shows the small screen's navigation and disables controls that need scripts [site.without-scripts]", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/signin');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
    await expect(page.locator('.site-noscript')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL(/\/#pricing$/);
    await expect(page.getByRole('heading', { name: /Seven days free/ })).toBeInViewport();
  });
});

test('restores the scroll position and the section of the address [site.deep-links]', async ({ page }) => {
  await page.goto('/');
  // The final height is set after the first paint.
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
  await page.evaluate(() => window.scrollTo(0, 2400));
  await page
    .getByRole('link', { name: 'Privacy policy' })
    .evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(2400);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  await page.goto('/#about');
  await expect(page.getByRole('navigation', { name: 'Site' }).locator('[aria-current]')).toHaveText('About');
});

interface Seen {
  /** The tag of the largest contentful paint. */
  readonly largest: string;
  /** The cumulative layout shift. */
  readonly shift: number;
}

/** Records the paints of each document that the page opens from now on. Returns a function that reads the record. */
async function recordPaints(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen = { largest: '', shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null };
      seen.largest = last.element?.tagName ?? '';
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    // The observers get the entries of a frame before the second frame after it.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
        }),
    );
    return page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  };
}

test('paints text first on the landing page, without layout shifts and with few bytes [site.light]', {
  tag: '@phone',
}, async ({ page }) => {
  let scripts = 0;
  page.on('requestfinished', async (request) => {
    if (request.resourceType() === 'script') scripts += (await request.sizes()).responseBodySize;
  });
  const read = await recordPaints(page);
  await page.goto('/');
  // The scripts are requested after the first paint, until which the network may be idle too.
  await expect(page.locator('[data-island="tape"]')).toHaveAttribute('data-live');
  await page.waitForLoadState('networkidle');
  const seen = await read();
  expect(['H1', 'P', 'EM']).toContain(seen.largest);
  expect(seen.shift).toBeLessThan(0.01);
  expect(scripts).toBeGreaterThan(0);
  // 1.35 × the size of react and react-dom.
  expect(scripts).toBeLessThan(90_885);
});

test('keeps the lines of texts when the fonts arrive after the first paint [site.light]', {
  tag: '@phone',
}, async ({ page }) => {
  const read = await recordPaints(page);
  let letFontsCome = (): void => {};
  let arrival: Promise<void>;
  await page.route('**/*.woff2', async (route) => {
    await arrival;
    await route.continue();
  });
  const haveFonts = (): Promise<boolean> =>
    page.evaluate(() => document.fonts.check('16px "Inter Variable", "Newsreader Variable"'));
  for (const path of ['/', '/old', '/terms', '/signin']) {
    arrival = new Promise((resolve) => {
      letFontsCome = resolve;
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await haveFonts()).toBe(false);
    letFontsCome();
    await expect.poll(haveFonts).toBe(true);
    expect((await read()).shift, path).toBeLessThan(0.002);
  }
});

test('requests no stylesheet on a public page, also for code that is loaded later', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') requested.push(request.url());
  });
  await page.goto('/signin');
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);
});
