// The operator's commands, for the composers.
export { sendDueDigest } from './digest.ts';
export { createErrorCounts, type ErrorCounts } from './error-counts.ts';
export { openOperatorSocket } from './operator-socket.ts';
