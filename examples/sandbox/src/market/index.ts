export {
  createSandboxMarket,
  isSandboxMarket,
  type SandboxMarket,
} from './sandbox-market.ts';
export { rowsUntil, type TradeDay } from './trade-day.ts';
