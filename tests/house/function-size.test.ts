// Functions stay short, and take an options object instead of a fourth positional parameter.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './read-imports.ts';

const mostLines = 150;
const mostParameters = 3;
const mostExceptions = 10;

/** `<file> <function>`, with the reason why it stays as it is. */
const exceptions: Readonly<Record<string, string>> = {};

/** Files that are being rewritten, and are not checked until then. */
const pending: ReadonlySet<string> = new Set([
  'examples/sandbox/src/cards/api.ts',
  'examples/sandbox/src/cards/billing-cycle.ts',
  'examples/sandbox/src/cards/form.ts',
  'examples/sandbox/src/cards/invoices.ts',
  'examples/sandbox/src/cards/store.ts',
  'examples/sandbox/src/clock/move-clock.ts',
  'examples/sandbox/src/demo-data/chats/seed-chats.ts',
  'examples/sandbox/src/feed/sandbox-source.ts',
  'examples/sandbox/src/identity/consent-page.ts',
  'examples/sandbox/src/identity/sandbox-issuer.ts',
  'examples/sandbox/src/market/option-chain.ts',
  'examples/sandbox/src/market/order-flow.ts',
  'examples/sandbox/src/market/price-path.ts',
  'examples/sandbox/src/news/draw-news-picture.ts',
  'examples/sandbox/src/wallet/transmission-signature.ts',
  'examples/sandbox/src/wallet/wallet-cycle.ts',
  'examples/server/src/accounts/captcha.ts',
  'examples/server/src/accounts/otp-codes.ts',
  'examples/server/src/accounts/register.ts',
  'examples/server/src/accounts/require-captcha.ts',
  'examples/server/src/accounts/social-accounts.ts',
  'examples/server/src/accounts/social-proof.ts',
  'examples/server/src/app.ts',
  'examples/server/src/billing/idempotency.ts',
  'examples/server/src/billing/jobs.ts',
  'examples/server/src/billing/notices.ts',
  'examples/server/src/billing/set-up-intents.ts',
  'examples/server/src/billing/subscribe.ts',
  'examples/server/src/billing/sync.ts',
  'examples/server/src/billing/wallet-approvals.ts',
  'examples/server/src/billing/webhooks.ts',
  'examples/server/src/chat/act-on-message.ts',
  'examples/server/src/chat/action-rules.ts',
  'examples/server/src/chat/marks.ts',
  'examples/server/src/chat/post.ts',
  'examples/server/src/chat/project-chat.ts',
  'examples/server/src/chat/project-message.ts',
  'examples/server/src/chat/view-chat.ts',
  'examples/server/src/choose-providers.ts',
  'examples/server/src/content/read-courses.ts',
  'examples/server/src/http/error-answer.ts',
  'examples/server/src/http/file-answer.ts',
  'examples/server/src/http/multipart.ts',
  'examples/server/src/live/options-feed/options-feed.ts',
  'examples/server/src/mail/templates.ts',
  'examples/server/src/providers/cards/stripe-cards.ts',
  'examples/server/src/providers/market/calendar.ts',
  'examples/server/src/providers/wallet/paypal-wallet.ts',
  'examples/server/src/security/limits.ts',
  'examples/server/src/security/rate-limits.ts',
  'packages/core/src/chat/chat.attachments.ts',
  'packages/core/src/chat/chat.cache.ts',
  'packages/core/src/chat/chat.drafts.storage.ts',
  'packages/core/src/chat/chat.loader.ts',
  'packages/core/src/chat/chat.mentions.ts',
  'packages/core/src/chat/chat.outbox.ts',
  'packages/core/src/chat/chat.rows.ts',
  'packages/core/src/chat/chat.thread.ts',
  'packages/core/src/chat/chat.zoom.ts',
  'packages/core/src/chat/create-chat-thread.ts',
  'packages/core/src/chat/create-chat.ts',
  'packages/core/src/options-feed/options-feed.frame.ts',
  'packages/core/src/time-sales/create-time-sales.ts',
  'packages/core/src/time-sales/time-sales.merge.ts',
  'packages/core/src/time-sales/time-sales.radix.ts',
  'packages/core/src/time-sales/time-sales.storage.ts',
  'packages/core/src/time-sales/time-sales.table.ts',
  'packages/core/src/trade-flash/create-trade-flash.ts',
  'packages/testing/src/server/billing.ts',
  'packages/testing/src/server/chat-post.ts',
  'packages/testing/src/server/chat-view.ts',
  'packages/testing/src/server/chat.ts',
  'packages/testing/src/server/create-memory-server.ts',
  'packages/testing/src/server/demo-world.ts',
  'packages/testing/src/server/live.ts',
  'packages/testing/src/server/market-data.ts',
  'packages/testing/src/server/member-socket.ts',
  'packages/testing/src/server/password-reset.ts',
  'packages/testing/src/server/requests.ts',
  'packages/testing/src/verify/check-frames.ts',
  'packages/testing/src/verify/check-sockets.ts',
  'packages/testing/src/verify/judge-answer.ts',
  'packages/testing/src/verify/judge-opening.ts',
  'packages/testing/src/verify/socket-line.ts',
  'packages/testing/src/verify/socket-tools.ts',
  'packages/testing/src/watch-host.ts',
  'packages/ui/src/market-data/grid-keys.ts',
  'packages/ui/src/market-data/grid-row.ts',
  'packages/ui/src/market-data/row-pool.ts',
]);

const folders = [
  'packages/core/src',
  'packages/react-hooks/src',
  'packages/testing/src',
  'packages/ui/src',
  'examples/sandbox/src',
  'examples/server/src',
];

interface Measured {
  /** `<file> <function>`. */
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
}

function functionsOf(file: string, text: string = readFileSync(join(root, file), 'utf8')): Measured[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: Measured[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const { parent } = node;
      const own = node.name?.getText();
      const name = own ?? ('name' in parent ? (parent.name as ts.Node).getText() : 'anonymous');
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      found.push({ name: `${file} ${name}`, lines, parameters: node.parameters.length });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isTooLarge = ({ lines, parameters }: Measured): boolean =>
  lines > mostLines || parameters > mostParameters;

test('functions have at most 150 lines and three positional parameters', () => {
  const tooLarge = folders.flatMap(sourceFiles).flatMap((file) => functionsOf(file).filter(isTooLarge));
  const isKnown = ({ name }: Measured): boolean =>
    name in exceptions || pending.has(name.slice(0, name.indexOf(' ')));
  expect(tooLarge.filter((found) => !isKnown(found))).toEqual([]);
  const names = tooLarge.map(({ name }) => name);
  expect(Object.keys(exceptions).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(exceptions).length).toBeLessThanOrEqual(mostExceptions);
});

test('counts the lines and parameters of each function by its name', () => {
  const text =
    'export function long() {\n  const inner = (a, b, c, d) => a;\n  return { method(e) {} };\n}\n';
  expect(functionsOf('a.ts', text)).toEqual([
    { name: 'a.ts long', lines: 4, parameters: 0 },
    { name: 'a.ts inner', lines: 1, parameters: 4 },
    { name: 'a.ts method', lines: 1, parameters: 1 },
  ]);
});
