'use client';

import { formatDay, formatDollars, type PlanQuote } from '@openbell/core/billing';
import type { ReactNode } from 'react';
import { useTexts } from '../primitives/index.ts';

/** What the choice costs today, and what follows and when (look.md, Public site). */
export function PlanTotals({ quote }: { quote: PlanQuote | null }): ReactNode {
  const text = useTexts();
  if (quote === null) return <p className="ob-plan-hint">{text('billing.choosePlanFirst')}</p>;
  const price = formatDollars(quote.price);
  const date = formatDay(quote.nextChargeAt);
  const monthly = quote.term === 1;
  const follows =
    quote.trialDays > 0
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
        {quote.trialDays > 0 ? `${text('billing.freeFor', { days: quote.trialDays })}. ` : null}
        {text(follows, { price, date })}
      </p>
    </div>
  );
}
