export { createRealtime } from './create-realtime.ts';
export { type FrameReading, readFrame, stateAfterClose } from './realtime.rules.ts';
export type {
  Realtime,
  RealtimeEvents,
  RealtimeOptions,
  RealtimeState,
  RealtimeStatus,
} from './realtime.types.ts';
