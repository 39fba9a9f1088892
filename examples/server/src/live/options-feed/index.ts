export { createOptionsFeed } from './options-feed.ts';
