// The guide on the hooks, from what stands at each of them in the sources: what it takes, and what a component gets of it.
import { join } from 'node:path';
import ts from 'typescript';
import { typeText } from './read-shapes.ts';
import { documentation, resolved } from './read-types.ts';
import { cell, code, table } from './tables.ts';

const packages = join(import.meta.dirname, '../../packages');
const folder = join(packages, 'react-hooks');

const begin = `# The hooks

Every hook of \`@openbell/react-hooks\`, what it takes, and what a component gets of it. They stand below an
\`OpenbellProvider\`, and what a hook needs is loaded and listened to while a component with it is there. What is in \`state\`,
or spread where the hook gives the fields themselves, is on the feature's page ([for example](../features/time-sales.md#state)).

Types of features and functions over them are core's: \`@openbell/core/chat\`, not the hooks.

## After a sign-in on the same page

What a member or a subscriber may see is refused while nobody is signed in. A component that is there then asks again when
somebody signs in, or when their plan begins. To show it only to those who may see it:

\`\`\`tsx
import { useSession } from '@openbell/react-hooks';
import type { ReactNode } from 'react';

export function ForSubscribers({ children }: { readonly children: ReactNode }) {
  const { isSubscribed } = useSession();
  return isSubscribed ? children : <p>Sign in to see live trades.</p>;
}
\`\`\`

\`useGuard('subscriber')\` tells "not known yet" from "no" as well, for a page that must not flash.

## A chat with a bubble of your own

A thread's rows are read by their index. A row is a message of the server's, or one that is still on its way;
\`itemKey\` names both the same, so that a bubble stays in its place when the server has answered.

\`\`\`tsx
import { isPending, itemKey, type ThreadItem } from '@openbell/core/chat';
import { useChat, useChatList, useThread } from '@openbell/react-hooks';

function Bubble({ row, onRetry }: { row: ThreadItem; onRetry: (clientId: string) => void }) {
  if (!isPending(row)) return <p>{\`\${row.sender.first_name}: \${row.message}\`}</p>;
  return (
    <p>
      {row.text}
      {row.state === 'failed' && <button onClick={() => onRetry(row.client_id)}>Send again</button>}
    </p>
  );
}

function Room({ chatId }: { chatId: number }) {
  const { state, thread } = useThread(useChat('GR'), chatId);
  const rows = Array.from({ length: state.length }, (_, index) => thread.at(index));
  return rows.map((row) => row && <Bubble key={itemKey(row)} row={row} onRetry={thread.retry} />);
}

export function Drawer() {
  const { status, chats } = useChatList(useChat('GR'));
  const [first] = chats;
  return first === undefined ? <p>{status}</p> : <Room chatId={first.id} />;
}
\`\`\`

A long thread is not drawn whole: \`useAnchoredList\` says which rows to draw, and keeps what is read where it is while older
ones come, pictures load, and somebody types. In the place of \`Room\`:

\`\`\`tsx
import { type ChatThread, isPending, itemKey } from '@openbell/core/chat';
import { type AnchoredList, useAnchoredList, useAnchoredRows, useIsAtEnd } from '@openbell/react-hooks';

const scroller = {
  display: 'flex',
  flexDirection: 'column-reverse',
  height: 400,
  overflow: 'auto',
  overflowAnchor: 'none',
} as const;
const content = {
  display: 'flex',
  flex: 'none',
  flexDirection: 'column',
  justifyContent: 'flex-end',
} as const;

// A component of its own, because it is rendered anew as somebody scrolls.
function Rows({ list, thread }: { list: AnchoredList; thread: ChatThread }) {
  const { range, scrollerRef, contentRef, spaceRef } = useAnchoredRows(list);
  const rows = Array.from({ length: range.end - range.start }, (_, index) => thread.at(range.start + index));
  return (
    <div ref={scrollerRef} style={scroller}>
      <div ref={contentRef} style={content}>
        {rows.map((row) => row && <p key={itemKey(row)}>{isPending(row) ? row.text : row.message}</p>)}
        <div ref={spaceRef} />
      </div>
    </div>
  );
}

/** Give it a \`key\` for each chat: a list is made once. */
export function LongRoom({ thread, count }: { thread: ChatThread; count: number }) {
  const list = useAnchoredList({
    rows: thread,
    count,
    estimate: 60,
    paddingStart: 8,
    paddingEnd: 8,
    endThreshold: 50,
  });
  const isAtEnd = useIsAtEnd(list);
  return (
    <>
      <Rows list={list} thread={thread} />
      {!isAtEnd && <button onClick={() => list.scrollToEnd()}>Newest</button>}
    </>
  );
}
\`\`\`

\`count\` is the \`length\` of the thread's state. Both columns end where they end, so that the end stays in view without a script.

## All of them`;

/** The hooks' sources as the compiler sees them. */
function openHooks(): { readonly checker: ts.TypeChecker; readonly exported: readonly ts.Symbol[] } {
  const index = join(folder, 'src/index.ts');
  const read = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, folder);
  const program = ts.createProgram([index], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  return { checker, exported: module === undefined ? [] : checker.getExportsOfModule(module) };
}

/** What a component gets: the names in it where it is an object of ours, else the type. */
function givenBy(checker: ts.TypeChecker, type: ts.Type): string {
  const isOurs = (type.aliasSymbol ?? type.symbol)?.declarations?.some((one) =>
    one.getSourceFile().fileName.startsWith(packages),
  );
  // Of a union, what all of its members have.
  const names = isOurs === true ? checker.getPropertiesOfType(type).map(({ name }) => name) : [];
  return names.length === 0 ? code(typeText(checker, type)) : names.map(code).join(', ');
}

/** The guide as it has to stand in docs/guides/hooks.md. */
export function hooksPage(): string {
  const { checker, exported } = openHooks();
  const rows = exported.flatMap((one) => {
    const symbol = resolved(checker, one);
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
    if (!symbol.name.startsWith('use') || signature === undefined) return [];
    const taken = signature
      .getParameters()
      // An instance of one's own in the provider's place: every hook of a feature takes it.
      .filter(({ name }) => name !== 'instance')
      .map((one) => `${one.name}: ${typeText(checker, checker.getTypeOfSymbol(one))}`);
    const call = code(`${symbol.name}(${taken.join(', ')})`);
    return [[call, givenBy(checker, signature.getReturnType()), cell(documentation(checker, symbol))]];
  });
  return `${[begin, '', ...table(['hook', 'gives', 'what'], rows)].join('\n').trim()}\n`;
}
