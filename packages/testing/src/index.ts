// Fakes and a memory server for tests of the library and of apps that embed it.
export { createMemoryStorage } from '@openbell/core/ports';
export {
  createFakeApi,
  errorResponse,
  type FakeApi,
  networkError,
  okResponse,
  type PendingRequest,
} from './fake-api.ts';
export { createFakeTime, type FakeTime, settle } from './fake-clock.ts';
export { createFakePage, createFakeRandom, createFakeTabs, type FakePage } from './fake-page.ts';
export { createFakePasskeys, type FakePasskeys, type FakePasskeysOptions } from './fake-passkeys.ts';
export { createFakeSockets, type FakeConnection, type FakeSockets } from './fake-socket.ts';
export { recordStates } from './record.ts';
export { createMemoryServer } from './server/create-memory-server.ts';
export { demoAlertCode, demoEmails, demoPassword } from './server/demo-world.ts';
export { MEMORY_FACTOR_CODE } from './server/factors.ts';
export type { CallFault, MemoryFaults } from './server/faults.ts';
export type { MemoryServer, MemoryServerOptions, ServedCall } from './server/memory-server.types.ts';
export { createMemoryProvider } from './server/social-provider.ts';
export { type HostTraces, type HostWatch, type WatchedHost, watchHost } from './watch-host.ts';
