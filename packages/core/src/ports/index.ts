// What the host supplies. Each port is an interface with a browser default; tests supply their own.
export { type Clock, systemClock } from './clock.ts';
export { type Log, type OnError, silentLog } from './log.ts';
export { browserPage, type Page, type PageEvent } from './page.ts';
export { type Random, systemRandom } from './random.ts';
export { armAt, type Cancel, type Scheduler, systemScheduler } from './scheduler.ts';
export { browserSockets, type SocketConnection, type SocketEvents, type SocketFactory } from './socket.ts';
export { createBrowserStorage, createMemoryStorage, type KeyValueStorage } from './storage.ts';
export { createBrowserTabs, type Tabs } from './tabs.ts';
