// Figures in documents are those of the code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TradeColumns } from '../../packages/core/src/time-sales/columns/trade-columns.ts';
import { createTrades } from '../bench/trades.ts';
import { root } from './read-imports.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const kib = 1_024;
const mib = kib * kib;

/** The number that a source assigns to a constant, an option's default or a field: a literal or a product. */
function constantIn(path: string, name: string): number {
  const found = new RegExp(
    String.raw`\b${name}(?:: number)?(?: =|:) ((?:MIB|[\d_]+)(?: \* (?:MIB|[\d_]+))*)[,; ]`,
  );
  const [, product] = found.exec(read(path)) ?? [];
  if (product === undefined) throw new Error(`${path} has no number ${name}.`);
  return product
    .split(' * ')
    .map((factor) => (factor === 'MIB' ? mib : Number(factor.replaceAll('_', ''))))
    .reduce((all, factor) => all * factor);
}

const core = 'packages/core/src';
const server = 'examples/server/src';
const cells = new Map(
  [...read('docs/specification/limits.md').matchAll(/^\| ([^|]+?) +\| ([^|\n]+)\|(?: ([^|\n]+)\|)?/gm)].map(
    ([, label = '', value = '', network = '']) => [label, `${value.trim()} | ${network.trim()}`],
  ),
);

describe('docs/specification/limits.md', () => {
  it.each([
    ['recovery codes', '#', `${server}/factors/recovery-codes.ts`, 'COUNT', 1],
    ['time step of an authenticator app', '# s', `${server}/factors/authenticator.ts`, 'PERIOD_SECONDS', 1],
    ['passkeys of an account', '#', `${server}/factors/passkeys.ts`, 'MAX_PASSKEYS', 1],
    ['e-mail address', '# characters', `${core}/contract/primitives.ts`, 'MAX_EMAIL', 1],
    ['password', '# to 128 characters', `${core}/profile/password-change.rules.ts`, 'SHORTEST', 1],
    ['profile picture', '# MiB', `${core}/profile/profile-editor.types.ts`, 'PROFILE_IMAGE_BYTES', mib],
    ['profile picture', '# MiB', `${server}/accounts/avatars.ts`, 'avatarBytes', mib],
    ['renewal of a push token', '# days', `${core}/push/create-push.ts`, 'renewAfter', day],
    [
      'free trial on the marketing and pricing pages',
      '# days',
      `${core}/billing/plan.ts`,
      'DEFAULT_TRIAL_DAYS',
      1,
    ],
    ['status poll', 'every # ms', `${core}/billing/enrolment/poll.ts`, 'interval', 1],
    ["'taking longer' after", '# s', `${core}/billing/enrolment/poll.ts`, 'longAfter', second],
    ['reuse of an open setup intent', '# minutes', `${server}/billing/set-up-intents.ts`, 'REUSE_MS', minute],
    ['files of a message', '#, together', `${core}/chat/composer/attachments.ts`, 'maxFiles', 1],
    ['files of a message', 'together # MiB', `${core}/chat/composer/attachments.ts`, 'totalBytes', mib],
    ['files of a message', 'together # MiB', `${server}/chat/post-message.ts`, 'totalBytes', mib],
    ['file, video', '# MiB,', `${core}/chat/composer/attachments.ts`, 'fileBytes', mib],
    ['file, video', ', # MiB', `${core}/chat/composer/attachments.ts`, 'videoBytes', mib],
    ['file, video', '# MiB,', `${server}/chat/uploads/store-uploads.ts`, 'MAX_OTHER_BYTES', mib],
    ['posting files', '# MiB a day', `${server}/chat/post-throttle.ts`, 'MAX_DAY_BYTES', mib],
    ['users with a chat, and in a page', '#', `${server}/chat/list-members.ts`, 'MEMBERS_SHOWN', 1],
    ['page, catch-up', '# messages,', `${server}/chat/history.ts`, 'PAGE_SIZE', 1],
    ['page, catch-up', ', # messages', `${server}/chat/history.ts`, 'CATCH_UP_LIMIT', 1],
    ['unsend', '# hours', `${core}/chat/projection/unsend-window.ts`, 'unsendWindowMs', hour],
    ['reactions to a message', '#', `${server}/chat/act-on-message.ts`, 'MAX_REACTIONS', 1],
    ['highlight of a jumped-to message', '# s', `${core}/chat/thread/loading.ts`, 'highlightMs', second],
    ['typing expires', '# s in a chat', `${core}/chat/create-chat.ts`, 'typingInChatMs', second],
    ['typing expires', '# s in the list', `${core}/chat/create-chat.ts`, 'typingInListMs', second],
    ['socket reconnect', '# s,', `${core}/realtime/create-realtime.ts`, 'retryDelayMs', second],
    ['socket reconnect', '# attempts', `${core}/realtime/create-realtime.ts`, 'maxAttempts', 1],
    ['socket frame', '# KB', `${core}/contract/member-socket.ts`, 'memberFrameLimit', kib],
    ['member socket', '# open', `${server}/security/limits.ts`, 'OPEN_SOCKETS', 1],
    ['any call of a member', '# at a time', `${server}/security/limits.ts`, 'CALLS_AT_ONCE', 1],
    [
      'options feed',
      '# connections,',
      `${server}/market/options-feed/open-connections.ts`,
      'PER_USER_LIMIT',
      1,
    ],
    [
      'options feed',
      '# connections not signed in',
      `${server}/market/options-feed/open-connections.ts`,
      'UNAUTHENTICATED_LIMIT',
      1,
    ],
    ['search debounce', '# ms', `${core}/ticker-search/ticker-search.rules.ts`, 'searchDebounceMs', 1],
    [
      'suggestions with an exact match',
      '#',
      `${core}/ticker-search/ticker-search.rules.ts`,
      'maxWithExactMatch',
      1,
    ],
    ['dollars of a trade', 'size × #', `${core}/trade-flash/trade-flash.rules.ts`, 'standardMultiplier', 1],
    ['rows of time-sale', '#, at most', `${server}/providers/market/market.types.ts`, 'TIME_SALES_LIMIT', 1],
    ['rows of time-sale', 'at most # MiB', `${server}/market/time-sale-cache.ts`, 'TAPE_BYTES', mib],
    ['live rows before a new load', '#', `${core}/time-sales/create-time-sales.ts`, 'liveLimit', 1],
    ['largest trades', '#', `${server}/providers/market/market.types.ts`, 'BIGGEST_LIMIT', 1],
    ['minimum column width', '# px', `${core}/time-sales/view/column-layout.ts`, 'minColumnWidth', 1],
    ['autoscroll of the tape', '# px', `${core}/trade-flash/trade-flash.rules.ts`, 'autoscrollThreshold', 1],
    ['persisted state', 'time-out # ms', `${core}/theme/create-theme.ts`, 'restoreTimeoutMs', 1],
    ['guard waits for the profile', '# s', `${core}/session/create-session.ts`, 'overdueAfter', second],
    ["an alert's code", 'valid # days', `${server}/content/alerts.ts`, 'CODE_MS', day],
    ['JSON body', '# MiB', `${server}/http/request/read-json.ts`, 'jsonLimit', mib],
    ['answer read by the client', '# MiB', `${core}/shared/response-size.ts`, 'MAX_RESPONSE_BYTES', mib],
    ['retries of a transaction', '#', `${server}/db/retry-transactions.ts`, 'RETRIES', 1],
  ])('%s: says "%s" as %s does with %s', (label, text, path, name, unit) => {
    const figure = constantIn(path, name) / unit;
    const written = Number.isInteger(figure) && figure < 10_000 && unit === 1 ? [String(figure)] : [];
    const variants = [...written, figure.toLocaleString('en-US')].map((number) => text.replace('#', number));
    const cell = cells.get(label) ?? '';
    // A figure is not the end of a longer one: 5 is not found in 15.
    expect(
      variants.some((variant) => ` ${cell} `.search(new RegExp(`(?<![\\d,.])${variant}(?![\\d.])`)) >= 0),
      `${label}: ${cell}`,
    ).toBe(true);
  });
});

describe('the memory of time and sales', () => {
  it.each([
    ['docs/decisions/0009-columns-for-trades.md', 'A row takes # bytes'],
    ['docs/architecture.md', 'typed arrays, # bytes a row'],
    [`${core}/time-sales/columns/trade-columns.ts`, 'typed arrays of # bytes a row'],
    [`${core}/time-sales/create-trade-table.ts`, 'Trades in columns: # bytes a row'],
  ])('%s says what the arrays of a row take', (path, text) => {
    const columns = new TradeColumns();
    const count = 1_000;
    columns.reserve(count);
    for (const trade of createTrades(count)) columns.push({ ...trade, time: Date.parse(trade.time) });
    const arrays = Object.values(columns).flatMap((part) =>
      ArrayBuffer.isView(part)
        ? [part]
        : typeof part === 'object' && part !== null
          ? [Reflect.get(part, 'values'), Reflect.get(part, 'ids')].filter((array) =>
              ArrayBuffer.isView(array),
            )
          : [],
    );
    expect(arrays).toHaveLength(12);
    const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0) / count;
    expect(read(path)).toContain(text.replace('#', String(bytes)));
  });
});
