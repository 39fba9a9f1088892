// `npm run bench`: all benches, in the order of docs/bench.md.
import { closeBrowser } from './browser/pages.ts';
import { chatLateInsert, chatReaction } from './chat-changes.ts';
import { chatBatch, chatIngest10k, chatIngest100k } from './chat-ingest.ts';
import { chatListAppend, chatListOpen, chatListPrepend, chatListScroll } from './chat-list.ts';
import { chatSizeEngine, chatSizeScreen } from './chat-sizes.ts';
import { chatMemory, chatSearch } from './chat-store.ts';
import { flashParse, flashParseChromium } from './flash-parse.ts';
import { flashSocket } from './flash-socket.ts';
import { runBenches } from './harness.ts';
import { closeInteractionPages, interactionChat, interactionTape } from './interaction-delay.ts';
import { liveMerge, rowMemory } from './live-rows.ts';
import { marketSize } from './market-size.ts';
import {
  sortByOption,
  sortByPrice,
  sortByPrice32,
  sortByPriceFresh,
  sortFirstScreen,
  sortFirstScreenOfFractions,
} from './sort-rows.ts';
import {
  tableFrameP50,
  tableFrameP99,
  tableFrameP501m,
  tableFrameP991m,
  tableMount,
  tableMount1m,
} from './table.ts';
import { tape1kBusy, tape1kDropped, tape20kBusy, tape20kDropped } from './tape.ts';

await runBenches(
  [
    sortByPrice,
    sortByPrice32,
    sortByPriceFresh,
    sortByOption,
    sortFirstScreen,
    sortFirstScreenOfFractions,
    liveMerge,
    rowMemory,
    flashParse,
    flashParseChromium,
    flashSocket,
    marketSize,
    chatIngest10k,
    chatIngest100k,
    chatBatch,
    chatLateInsert,
    chatReaction,
    chatMemory,
    chatSearch,
    chatSizeEngine,
    chatSizeScreen,
    chatListOpen,
    chatListScroll,
    chatListAppend,
    chatListPrepend,
    tableMount,
    tableFrameP50,
    tableFrameP99,
    tableMount1m,
    tableFrameP501m,
    tableFrameP991m,
    tape1kDropped,
    tape1kBusy,
    tape20kDropped,
    tape20kBusy,
    interactionTape,
    interactionChat,
  ],
  process.argv.slice(2),
);
await closeBrowser();
await closeInteractionPages();
