// The landing page's sections.
import { expect, expectAccessible, test } from '../app-test.ts';
import { sections } from './landing-sections.ts';

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
