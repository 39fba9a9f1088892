// For tests of what is built on the modules, the library's own and an embedder's: nothing real moves unless told to.
export { createMemoryStorage } from '../ports/index.ts';
export {
  answerLost,
  answerOk,
  answerRefused,
  createFakeApi,
  type FakeApi,
  type PendingRequest,
} from './fake-api.ts';
export { createFakeTime, type FakeTime, settle } from './fake-clock.ts';
export { createFakePage, createFakeRandom, createFakeTabs, type FakePage } from './fake-page.ts';
export { createFakeSockets, type FakeConnection, type FakeSockets } from './fake-socket.ts';
export { recordStates } from './record.ts';
export { type HostTraces, type HostWatch, type WatchedHost, watchHost } from './watch-host.ts';
