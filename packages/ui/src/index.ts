export * from './account/index.ts';
export * from './billing/index.ts';
export * from './chat/index.ts';
export * from './content/index.ts';
export * from './market-data/index.ts';
export * from './primitives/index.ts';
export * from './shell/index.ts';
