'use client';

import { countParts, type TradeSelection } from '@openbell/core/time-sales';
import { type ReactNode, useId, useRef } from 'react';
import { Button, useTexts } from '../../primitives/index.ts';
import { Fold } from '../controls/Fold.tsx';
import { NumberField } from '../controls/NumberField.tsx';

export interface TimeSalesFiltersProps {
  selection: TradeSelection;
  /** The options of the exchange filter. */
  exchanges: readonly string[];
  onSelect: (part: Partial<TradeSelection>) => void;
  onClear: () => void;
  /** Downloads the filtered rows. */
  onExport: () => void;
}

/** The filter row: side, option type, size, premium, expiry, moneyness, exchange. */
export function TimeSalesFilters(props: TimeSalesFiltersProps): ReactNode {
  const { selection, exchanges, onSelect, onClear, onExport } = props;
  const text = useTexts();
  const filters = useRef<HTMLElement>(null);
  const parts = countParts(selection);
  // An active exchange filter stays selectable even if the day's trades do not contain the exchange.
  const names = [...new Set([...exchanges, ...selection.exchanges])];
  return (
    <section ref={filters} className="ob-filters" aria-label={text('market.filter.title')}>
      <Fold label={text('market.filter.toggle')} count={parts}>
        <Choose
          label={text('market.filter.side')}
          value={selection.side}
          choices={[
            ['bought', text('market.timeSales.bought')],
            ['sold', text('market.timeSales.sold')],
          ]}
          onChoose={(side) => onSelect({ side })}
        />
        <Choose
          label={text('market.filter.right')}
          value={selection.right}
          choices={[
            ['call', text('market.timeSales.calls')],
            ['put', text('market.timeSales.puts')],
          ]}
          onChoose={(right) => onSelect({ right })}
        />
        <Choose
          label={text('market.filter.moneyness')}
          value={selection.moneyness}
          choices={[
            ['in', text('market.filter.inTheMoney')],
            ['out', text('market.filter.outOfTheMoney')],
          ]}
          onChoose={(moneyness) => onSelect({ moneyness })}
        />
        <Choose
          label={text('market.column.exchange')}
          value={selection.exchanges[0] ?? null}
          choices={names.map((name) => [name, name] as const)}
          onChoose={(name) => onSelect({ exchanges: name === null ? [] : [name] })}
        />
        <NumberField
          label={text('market.filter.minQty')}
          value={selection.minQty}
          isEmptyAtZero
          onType={(value) => onSelect({ minQty: value ?? 0 })}
        />
        <NumberField
          label={text('market.filter.minPremium')}
          value={selection.minPremium}
          isEmptyAtZero
          onType={(value) => onSelect({ minPremium: value ?? 0 })}
        />
        <Day
          label={text('market.filter.expiryFrom')}
          value={selection.expiryFrom}
          onChange={(expiryFrom) => onSelect({ expiryFrom })}
        />
        <Day
          label={text('market.filter.expiryTo')}
          value={selection.expiryTo}
          onChange={(expiryTo) => onSelect({ expiryTo })}
        />
        <div className="ob-filters-end">
          {parts > 0 ? (
            <Button
              size="small"
              variant="quiet"
              onClick={() => {
                // The Clear button is removed with the filters.
                filters.current?.querySelector('select')?.focus();
                onClear();
              }}
            >
              {text('market.filter.clear', { count: parts })}
            </Button>
          ) : null}
          <Button size="small" variant="secondary" onClick={onExport}>
            {text('market.filter.export')}
          </Button>
        </div>
      </Fold>
    </section>
  );
}

interface ChooseProps<V extends string> {
  label: string;
  value: V | null;
  choices: ReadonlyArray<readonly [V, string]>;
  onChoose: (value: V | null) => void;
}

/** A native select: one option, or all. */
function Choose<V extends string>({ label, value, choices, onChoose }: ChooseProps<V>): ReactNode {
  const text = useTexts();
  const id = useId();
  return (
    <div className="ob-filter">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="ob-filter-input"
        data-set={value !== null || undefined}
        value={value ?? ''}
        onChange={(event) =>
          onChoose(choices.find(([choice]) => choice === event.currentTarget.value)?.[0] ?? null)
        }
      >
        <option value="">{text('market.filter.all')}</option>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface DayProps {
  label: string;
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChange: (value: string | null) => void;
}

function Day({ label, value, onChange }: DayProps): ReactNode {
  const id = useId();
  return (
    <div className="ob-filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="ob-filter-input"
        data-set={value !== null || undefined}
        type="date"
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    </div>
  );
}
