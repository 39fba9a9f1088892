'use client';

import { formatDay, formatDollars, type PlanQuote } from '@openbell/core/billing';
import type { ReactNode } from 'react';
import { useTexts } from '../primitives/index.ts';

/** What the choice costs today, what follows and when, and until when cancelling costs nothing. */
export function PlanTotals({ quote }: { quote: PlanQuote | null }): ReactNode {
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
        <span>{text('billing.totalToday')}</span>
        <strong>{formatDollars(quote.today)}</strong>
      </p>
      <p className="ob-plan-follows">
        {trial ? `${text('billing.freeFor', { days: quote.trialDays })}. ` : null}
        {text(follows, { price, date })}
      </p>
      {trial ? <p className="ob-plan-follows">{text('billing.cancelFree', { date })}</p> : null}
    </div>
  );
}
