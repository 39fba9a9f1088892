// `npm run bench`. Every bench is planned here; its data are built only when it runs.
import { chatIngest } from './chat-ingest.ts';
import { flashParse } from './flash-parse.ts';
import { runBenches } from './harness.ts';
import { sortByPrice } from './sort-rows.ts';

await runBenches([sortByPrice, flashParse, chatIngest], process.argv.slice(2));
