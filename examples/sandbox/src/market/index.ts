export {
  createSandboxMarket,
  isSandboxMarket,
  type SandboxMarket,
} from './sandbox-market.ts';
export type { TradeDay } from './trade-day.ts';
