// The initial download for chat: bundled and minified like a site, after gzip, without React and dynamic imports.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, defaultClientConditions, type Rollup } from 'vite';
import type { BenchPlan } from './harness.ts';

const folder = import.meta.dirname;
const react = ['react', 'react-dom', 'react/jsx-runtime', 'react-dom/client'];
const kib = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).length / 1024;

/** Returns the size in KiB of a module with its static imports and styles. */
async function sizeOf(code: string): Promise<number> {
  const entry = join(folder, 'measured.js');
  const results = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    resolve: { conditions: ['@openbell/source', ...defaultClientConditions] },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'measured',
        resolveId: (id) => (id === 'virtual:measured' ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: 'oxc',
      modulePreload: false,
      rolldownOptions: {
        input: 'virtual:measured',
        external: react,
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const { output } = (Array.isArray(results) ? results[0] : results) as Rollup.RollupOutput;
  const chunks = new Map(
    output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])),
  );
  const counted = new Set<Rollup.OutputChunk>();
  const add = (chunk: Rollup.OutputChunk | undefined): void => {
    if (chunk === undefined || counted.has(chunk)) return;
    counted.add(chunk);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  add([...chunks.values()].find(({ isEntry }) => isEntry));
  const scripts = [...counted].reduce((sum, { code: text }) => sum + kib(text), 0);
  const styles = output.reduce(
    (sum, part) => sum + (part.type === 'asset' && part.fileName.endsWith('.css') ? kib(part.source) : 0),
    0,
  );
  return scripts + styles;
}

export const chatSizeEngine: BenchPlan = {
  id: 'chat-size-engine',
  create: () => ({
    id: 'chat-size-engine',
    unit: 'KiB gzip',
    isCold: true,
    rounds: 1,
    note: 'A chat engine with all its dependencies.',
    ours: () => sizeOf("export { createChat } from '@openbell/core/chat';"),
    peers: {
      'stream-chat': () => sizeOf("export { StreamChat } from 'stream-chat';"),
      'matrix-js-sdk': () => sizeOf("export { createClient } from 'matrix-js-sdk';"),
    },
  }),
};

export const chatSizeScreen: BenchPlan = {
  id: 'chat-size-screen',
  create: () => ({
    id: 'chat-size-screen',
    unit: 'KiB gzip',
    isCold: true,
    rounds: 1,
    note: 'The initial download of a chat screen: engine, hooks, components and styles, without React. @chatscope has no engine. Openbell loads menus and dialogs later.',
    ours: () =>
      sizeOf(
        "import '@openbell/ui/styles/base.css'; import '@openbell/ui/styles/chat.css'; export { createChat } from '@openbell/core/chat'; export { ChatScreen } from '@openbell/ui/chat';",
      ),
    peers: {
      'stream-chat-react': () =>
        sizeOf(
          "import 'stream-chat-react/dist/css/index.css'; export { StreamChat } from 'stream-chat'; export { Chat, Channel, ChannelList, ChannelHeader, VirtualizedMessageList, MessageComposer, Thread, Window } from 'stream-chat-react';",
        ),
      '@chatscope/chat-ui-kit-react': () =>
        sizeOf(
          "import '@chatscope/chat-ui-kit-styles/dist/default/styles.min.css'; export { MainContainer, Sidebar, ConversationList, Conversation, ChatContainer, ConversationHeader, MessageList, Message, MessageInput, TypingIndicator } from '@chatscope/chat-ui-kit-react';",
        ),
    },
  }),
};
