export { tradeDayText, tradeTimeText } from '../shared/trade-texts.ts';
export type { AlertStorage, FlashAlertChoice } from './alert-storage.ts';
export {
  createFlashAlerts,
  type FlashAlerts,
  type FlashAlertsOptions,
  type FlashAlertsState,
  type FlashWatcher,
} from './create-flash-alerts.ts';
export { createTradeFlash, type TradeFlashOptions } from './create-trade-flash.ts';
export { createLagGauge, type LagGauge } from './lag-gauge.ts';
export {
  autoscrollThreshold,
  bigDeltaFilter,
  centsOf,
  dollarsOf,
  followsEnd,
  isCancel,
  isLate,
  isReplay,
  isSweep,
  newSince,
  optionConditions,
  type ScrollPosition,
  standardMultiplier,
  summaryOf,
  weightOf,
  withCancels,
} from './trade-flash.rules.ts';
export type {
  FlashSource,
  FlashTotals,
  FlashTrade,
  TradeFlash,
  TradeFlashState,
} from './trade-flash.types.ts';
