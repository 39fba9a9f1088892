export { formatAlertTime, type RelativeTime, relativeTime } from './alerts.rules.ts';
export type {
  Alerts,
  AlertsError,
  AlertsOptions,
  AlertsState,
  AlertView,
  AlertViewError,
  AlertViewOptions,
  AlertViewState,
} from './alerts.types.ts';
export { createAlertView } from './create-alert-view.ts';
export { createAlerts } from './create-alerts.ts';
