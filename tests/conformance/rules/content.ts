import type { Rule } from '../rule.ts';

/** Courses, site alerts and the alert view page. */
export const contentRules: readonly Rule[] = [
  {
    id: 'entity.alert',
    source: 'product.md 3',
    rule: 'Alert: id, message (free text) and created_at.',
  },
  {
    id: 'entity.course',
    source: 'product.md 3',
    rule: 'Course: id, name, description, image, video, details (HTML) and documents with name and file.',
  },
  {
    id: 'entity.news-item',
    source: 'product.md 3',
    rule: 'News item: id, headline, summary, image, url and datetime in unix seconds.',
  },
  {
    id: 'news.cards',
    source: 'product.md 2',
    rule: 'The dashboard shows news cards: picture, headline, summary, date.',
  },
  {
    id: 'news.date',
    source: 'product.md 9',
    rule: "A story's date reads 'MMMM Do YYYY, h:mm:ss A'.",
  },
  {
    id: 'news.states',
    source: 'product.md 8',
    rule: 'A load error of news is told with Retry; loading and no news have a look of their own.',
  },
  { id: 'news.call', source: 'product.md 7', rule: 'GET /app/news-list answers a bare list, for members.' },
  {
    id: 'courses.captions',
    source: 'product.md 2',
    rule: "A course's film carries its captions.",
  },
  {
    id: 'courses.progress',
    source: 'product.md 2',
    rule: 'A document on its way shows how far it is.',
  },
  {
    id: 'content.place-kept',
    source: 'product.md 2',
    rule: 'Back and forward find a list of the shell scrolled where it was left.',
  },
  {
    id: 'courses.grid',
    source: 'product.md 2',
    rule: 'Courses are a grid of cards (image, name, description) leading to /course/{courseId}.',
  },
  {
    id: 'courses.page',
    source: 'product.md 2',
    rule: 'A course page has a back button, the video, the details, and a Documents list with Download buttons.',
  },
  { id: 'courses.no-content', source: 'product.md 2', rule: "Empty details read 'No content available'." },
  {
    id: 'courses.empty',
    source: 'product.md 8',
    rule: "Without courses the page reads 'No Courses Available'.",
  },
  {
    id: 'courses.loading',
    source: 'product.md 8',
    rule: "While a course loads the page reads 'Loading Course...'.",
  },
  {
    id: 'courses.missing',
    source: 'product.md 8',
    rule: "A course that does not exist reads 'No course found.'.",
  },
  {
    id: 'courses.load-error',
    source: 'product.md 8',
    rule: 'A load error of courses is logged; the person sees a message with Retry (decisions.md 4).',
  },
  {
    id: 'courses.download',
    source: 'product.md 2',
    rule: 'Download fetches the document and saves it as a file.',
  },
  {
    id: 'courses.download-failed',
    source: 'product.md 8',
    rule: "A download that fails, or is not the document, says 'Download failed. Please try again.'.",
  },
  {
    id: 'courses.resume',
    source: 'decisions.md 3',
    rule: 'Where a person stopped in a video is kept for that person alone, in the closed list of keys.',
  },
  {
    id: 'courses.sanitized',
    source: 'product.md 2',
    rule: 'HTML details are sanitized before they are shown: none of the corpus runs or leaves its box.',
  },
  {
    id: 'courses.sanitized-at-write',
    source: 'product.md 3',
    rule: 'HTML details are sanitized before they are stored.',
  },
  {
    id: 'courses.member',
    source: 'product.md 6',
    rule: 'Courses are for every signed-in member; a visitor signs in first.',
  },
  {
    id: 'courses.calls',
    source: 'product.md 7',
    rule: 'GET /app/courses answers a bare list, GET /app/course/{courseId} a bare object.',
  },
  {
    id: 'courses.unpublished',
    source: 'decisions.md 4',
    rule: 'A course that is not published, or no course, is 404.',
  },
  {
    id: 'courses.signed-files',
    source: 'decisions.md 11',
    rule: 'Video, captions and documents come by signed addresses with safe headers.',
  },
  {
    id: 'courses.bound-to-person',
    source: 'decisions.md 11',
    rule: 'A signed address works no longer than the sessions of its person.',
  },
  {
    id: 'courses.link-expiry',
    source: 'decisions.md 11',
    rule: 'A signed address expires, after at least ten minutes.',
  },
  { id: 'courses.range', source: 'decisions.md 11', rule: 'Parts of a file can be asked for (Range).' },
  {
    id: 'alerts.list',
    source: 'product.md 2',
    rule: 'Site alerts list messages with a relative time, which moves on.',
  },
  {
    id: 'alerts.load-more',
    source: 'product.md 4',
    rule: "Pages start at 1, advance on 'Load More', and stop at last_page.",
  },
  {
    id: 'alerts.no-more',
    source: 'product.md 2',
    rule: "At the last page 'Load More' becomes 'No More Alerts'.",
  },
  { id: 'alerts.empty', source: 'product.md 8', rule: "Without alerts the page reads 'No alerts found.'." },
  {
    id: 'alerts.once',
    source: 'product.md 4',
    rule: 'An alert is listed once, also when newer ones move it to the next page.',
  },
  {
    id: 'alerts.load-error',
    source: 'product.md 8',
    rule: 'A load error of alerts is logged; the person sees a message and can try again.',
  },
  { id: 'alerts.subscriber', source: 'product.md 6', rule: 'Site alerts are for subscribers.' },
  { id: 'alerts.call', source: 'product.md 7', rule: 'GET /web/alerts?page= answers data and last_page.' },
  {
    id: 'alerts.invalid-page',
    source: 'decisions.md 11',
    rule: 'An invalid page is 422, a page past the last is empty.',
  },
  {
    id: 'alerts.published',
    source: 'product.md 3',
    rule: 'A published alert is the first of the list, exactly as it was written.',
  },
  {
    id: 'alerts.view',
    source: 'product.md 2',
    rule: 'The alert view page shows the message and the creation time of the alert of its code.',
  },
  { id: 'alerts.view-no-code', source: 'product.md 8', rule: "Without a code: 'No alert code provided'." },
  {
    id: 'alerts.view-failed',
    source: 'product.md 8',
    rule: "When it fails: the server's error, or 'Failed to load alert'.",
  },
  { id: 'alerts.view-none', source: 'product.md 8', rule: "When there is none: 'No alert found'." },
  {
    id: 'alerts.view-public',
    source: 'decisions.md 2',
    rule: 'The alert view page is public; its answer is not stored and sends no referrer.',
  },
  {
    id: 'alerts.code-strength',
    source: 'product.md 7',
    rule: 'A code is at least 128 random bits and never the id.',
  },
  {
    id: 'alerts.uniform-404',
    source: 'decisions.md 11',
    rule: 'Unknown and expired codes are one 404 { error, message }.',
  },
  {
    id: 'alerts.rate-limit',
    source: 'product.md 9',
    rule: 'One address reads at most 30 alerts by code a minute.',
  },
];
