// The metadata of public pages for search engines, previews on other sites, and home screens.
import { walletPrices } from './src/pages/static/option-trade-ideas.content.ts';

/**
 * The placeholder of the site's origin in built files. A build with `SITE_ORIGIN=https://…` replaces it; otherwise the
 * reference server does when it serves them.
 */
export const ORIGIN = 'https://site-origin.invalid';

/** The metadata of a public page besides its title. */
interface PageAbout {
  readonly description: string;
  readonly picture: PictureName;
}

/** The pictures that previews show; drawn in pictures.ts. */
export type PictureName = 'candles' | 'flow' | 'page' | 'door' | 'bell';

const abouts: Readonly<Record<string, PageAbout>> = {
  '/': {
    description:
      "Learn to trade options with people who have done it for years: live sessions, trade ideas, a members' chat and market data. Free for 7 days.",
    picture: 'candles',
  },
  '/old': {
    description:
      'Two SMS alerts a day, at market open and before the close, each with entry, stop loss and target.',
    picture: 'flow',
  },
  '/welcome': {
    description: 'How to receive text alerts: a keyword to a number, then your name and e-mail.',
    picture: 'bell',
  },
  '/signin': {
    description: 'Sign in to your chat, market data, courses and alerts on Openbell.',
    picture: 'door',
  },
  '/signup': {
    description: 'Create your Openbell account and start 7 days free.',
    picture: 'door',
  },
  '/forget-password': {
    description: 'Choose a new password for your Openbell account, with a code by e-mail.',
    picture: 'door',
  },
  '/privacy-policy': {
    description: 'What Openbell knows about you, why, and how you change or end that.',
    picture: 'page',
  },
  '/terms': {
    description:
      'What you get, what it costs, how you leave: trial, renewal, cancellation, refunds and the rules of the chat.',
    picture: 'page',
  },
  '/alerts': {
    description: 'One trade alert, opened by the code in the message that you have received.',
    picture: 'bell',
  },
};

/** The paths of the site map: all public pages except those that follow a step on another page. */
export const mappedPaths: readonly string[] = [
  '/',
  '/old',
  '/signin',
  '/signup',
  '/terms',
  '/privacy-policy',
];

/** Returns the lines of a page's head. The not-found page has only `noindex`. */
export function headOf(path: string, title: string): string[] {
  const about = abouts[path];
  if (about === undefined) return ['<meta name="robots" content="noindex" />'];
  const address = `${ORIGIN}${path}`;
  const picture = `${ORIGIN}/pictures/${about.picture}.png`;
  const property = (name: string, value: string) =>
    `<meta property="og:${name}" content="${escapeHtml(value)}" />`;
  return [
    `<meta name="description" content="${escapeHtml(about.description)}" />`,
    `<link rel="canonical" href="${address}" />`,
    property('type', 'website'),
    property('site_name', 'Openbell'),
    property('title', title),
    property('description', about.description),
    property('url', address),
    property('image', picture),
    property('image:width', '1200'),
    property('image:height', '630'),
    property('image:alt', 'The bell of Openbell beside a drawing of the trading day'),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...factsOf(path).map(
      (fact) =>
        `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...fact }).replaceAll('<', '\\u003c')}</script>`,
    ),
  ];
}

const organization = {
  '@type': 'Organization',
  '@id': `${ORIGIN}/#organization`,
  name: 'Openbell',
  url: `${ORIGIN}/`,
  logo: `${ORIGIN}/icon-512.png`,
};

/** Returns the structured data of a page (schema.org), with prices if the page shows them. */
function factsOf(path: string): object[] {
  if (path === '/') {
    return [
      organization,
      { '@type': 'WebSite', name: 'Openbell', url: `${ORIGIN}/`, publisher: { '@id': organization['@id'] } },
      {
        '@type': 'Course',
        name: 'Six-month options mentorship',
        description: abouts['/']?.description,
        provider: { '@id': organization['@id'], '@type': 'Organization', name: 'Openbell' },
        offers: { '@type': 'Offer', category: 'Subscription' },
        hasCourseInstance: {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          courseSchedule: { '@type': 'Schedule', duration: 'P6M', repeatCount: 1, repeatFrequency: 'P6M' },
        },
      },
    ];
  }
  if (path === '/old') {
    return [
      {
        '@type': 'Product',
        name: 'Option Trade Ideas',
        description: abouts['/old']?.description,
        image: `${ORIGIN}/pictures/flow.png`,
        brand: { '@type': 'Brand', name: 'Openbell' },
        offers: walletPrices.map(({ dollars, per }) => ({
          '@type': 'Offer',
          url: `${ORIGIN}/old`,
          price: dollars.toFixed(2),
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price: dollars.toFixed(2),
            priceCurrency: 'USD',
            billingDuration: per === 'month' ? 'P1M' : 'P1Y',
          },
        })),
      },
    ];
  }
  return [];
}

export function siteMap(): string {
  const places = mappedPaths.map((path) => `  <url><loc>${ORIGIN}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places.join('\n')}\n</urlset>\n`;
}

/** Returns the web app manifest, with which the site can be installed. */
export function webManifest(): string {
  return `${JSON.stringify(
    {
      name: 'Openbell',
      short_name: 'Openbell',
      description: abouts['/']?.description,
      id: '/',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      background_color: '#fbfaf7',
      theme_color: '#fbfaf7',
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: 'Group Chat', url: '/chat' },
        { name: 'Personal Chat', url: '/personal-chat' },
        { name: 'Market Data', url: '/market-data' },
      ],
    },
    null,
    2,
  )}\n`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
