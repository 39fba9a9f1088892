'use client';

import { useStore } from '@nanostores/react';
import type { Alerts, AlertsState, AlertView, AlertViewState } from '@openbell/core/alerts';
import { useCallback, useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useAlerts}. */
export interface AlertsBinding {
  readonly state: AlertsState;
  /** The server's time in milliseconds since the epoch, updated while mounted. */
  readonly now: number;
  readonly reload: () => void;
  readonly loadMore: () => void;
}

/** Returns the subscribers' alerts. The first page is loaded on mount; older pages stay loaded. */
export function useAlerts(instance?: Alerts): AlertsBinding {
  const alerts = useFeature(instance, (openbell) => openbell.alerts);
  const state = useStore(alerts.$state);
  const now = useStore(alerts.$now);
  const reload = useCallback(() => void alerts.load(), [alerts]);
  const loadMore = useCallback(() => void alerts.loadMore(), [alerts]);
  useEffect(() => alerts.start(), [alerts]);
  useEffect(reload, [reload]);
  return { state, now, reload, loadMore };
}

/** The result of {@link useAlertView}. */
export interface AlertViewBinding {
  readonly state: AlertViewState;
  readonly reload: () => void;
}

/** Returns the public alert with the code from the URL; null for none. */
export function useAlertView(code: string | null, instance?: AlertView): AlertViewBinding {
  const view = useFeature(instance, (openbell) => openbell.alertView);
  const state = useStore(view.$state);
  const reload = useCallback(() => void view.open(code), [view, code]);
  useEffect(reload, [reload]);
  return { state, reload };
}
