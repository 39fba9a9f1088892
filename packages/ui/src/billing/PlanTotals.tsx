'use client';

import { formatDay, formatDollars, type PlanQuote } from '@openbell/core/billing';
import type { ReactNode } from 'react';
import { useTexts } from '../primitives/index.ts';

/** @inline */
interface PlanTotalsProps {
  quote: PlanQuote | null;
  /** Whether a card is being entered. A card may have used its one free trial; then the price is charged today. */
  ofCard?: boolean;
}

/** The amount due today, the following charges and their dates, and the last day to cancel for free. */
export function PlanTotals({ quote, ofCard = false }: PlanTotalsProps): ReactNode {
  const text = useTexts();
  if (quote === null) return <p className="ob-plan-hint">{text('billing.choosePlanFirst')}</p>;
  const price = formatDollars(quote.price);
  const date = formatDay(quote.nextChargeAt);
  const monthly = quote.term === 1;
  const trial = quote.trialDays > 0;
  const follows = trial
    ? monthly
      ? 'billing.thenMonthly'
      : 'billing.thenYearly'
    : monthly
      ? 'billing.renewsMonthly'
      : 'billing.renewsYearly';
  return (
    <div className="ob-plan-totals" data-part="totals">
      <p className="ob-plan-today">
        <span>{text(trial && ofCard ? 'billing.totalTodayTrial' : 'billing.totalToday')}</span>
        <strong>{formatDollars(quote.today)}</strong>
      </p>
      {trial && ofCard ? (
        <p className="ob-plan-today" data-status="no-trial">
          <span>{text('billing.totalTodayNoTrial')}</span>
          <strong>{price}</strong>
        </p>
      ) : null}
      <p className="ob-plan-follows">
        {trial
          ? `${text('billing.freeFor', { days: quote.trialDays })}. ${text(follows, { price, date })}`
          : text(follows, { price, date })}
      </p>
      {trial ? <p className="ob-plan-follows">{text('billing.cancelFree', { date })}</p> : null}
    </div>
  );
}
