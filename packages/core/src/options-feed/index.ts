export { createOptionsFeed, type OptionsFeedOptions } from './create-options-feed.ts';
export { createFrameScanner } from './frame-scanner.ts';
export { isWanted, readParsedFrame, readTrade } from './options-feed.frame.ts';
export {
  type BackOff,
  delayBefore,
  evictionCode,
  meaningOf,
  type StatusMeaning,
} from './options-feed.rules.ts';
export type {
  FeedListener,
  FeedState,
  FeedStatus,
  FrameReading,
  OptionsFeed,
  TradeFilter,
} from './options-feed.types.ts';
