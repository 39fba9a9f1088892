// The contract: types and schemas of all entities, endpoints and frames.
export * from './accounts.endpoints.ts';
export * from './accounts.ts';
export * from './billing.endpoints.ts';
export * from './billing.ts';
export * from './chat.endpoints.ts';
export * from './chat.ts';
export * from './content.endpoints.ts';
export * from './content.ts';
export * from './endpoint.types.ts';
export * from './endpoints.ts';
export * from './market.endpoints.ts';
export * from './market.ts';
export * from './member-socket.ts';
export * from './options-feed.ts';
export * from './primitives.ts';
export * from './schema.ts';
export * from './trade-codes.ts';
