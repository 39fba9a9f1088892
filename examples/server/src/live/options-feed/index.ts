export { createOptionsFeed, type OptionsFeedParts } from './options-feed.ts';
