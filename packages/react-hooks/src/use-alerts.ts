'use client';

import { useStore } from '@nanostores/react';
import type { Alerts, AlertsState, AlertView, AlertViewState } from '@openbell/core/alerts';
import { useCallback, useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The list of alerts as a component reads it. */
export interface AlertsBinding {
  readonly state: AlertsState;
  /** The server's time (ms since the epoch), moving on while the component is there. */
  readonly now: number;
  readonly reload: () => void;
  readonly loadMore: () => void;
}

/** The subscribers' alerts; the first page is loaded when the component appears, behind it stays what was loaded before. */
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

/** One alert as its public page reads it. */
export interface AlertViewBinding {
  readonly state: AlertViewState;
  readonly reload: () => void;
}

/** The alert of a code, as the address gives it (null without one). */
export function useAlertView(code: string | null, instance?: AlertView): AlertViewBinding {
  const view = useFeature(instance, (openbell) => openbell.alertView);
  const state = useStore(view.$state);
  const reload = useCallback(() => void view.open(code), [view, code]);
  useEffect(reload, [reload]);
  return { state, reload };
}
