export {
  createSandboxMarket,
  isSandboxMarket,
  type SandboxMarket,
  type SandboxMarketOptions,
} from './sandbox-market.ts';
export type { TradeDay } from './trade-day.ts';
