// `npm run bench`. Every bench is planned here; its data are built only when it runs.
import { closeBrowser } from './browser/pages.ts';
import { chatIngest } from './chat-ingest.ts';
import { flashParse } from './flash-parse.ts';
import { runBenches } from './harness.ts';
import { liveMerge, rowMemory } from './live-rows.ts';
import { sortByOption, sortByPrice, sortByPrice32, sortFirstScreen } from './sort-rows.ts';

await runBenches(
  [sortByPrice, sortByPrice32, sortByOption, sortFirstScreen, liveMerge, rowMemory, flashParse, chatIngest],
  process.argv.slice(2),
);
await closeBrowser();
