'use client';

import { readNumber } from '@openbell/core/locale';
import { countText } from '@openbell/core/time-sales';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';

export interface NumberFieldProps {
  label: string;
  value: number;
  /** Called while typing; null for text that is no number. */
  onType?: ((value: number | null) => void) | undefined;
  /** Called with Enter and when the field loses the focus, with a valid number. */
  onSettle?: ((value: number) => void) | undefined;
  /** Shows 0 as an empty field. Default false. */
  isEmptyAtZero?: boolean | undefined;
}

const largest = 999_999_999_999;
/** Longer than `largest` with the separators of any locale and a currency. */
const maxLength = 24;

/** An amount with grouped digits (`1,000,000`). The field is as wide as its text. */
export function NumberField({ label, value, onType, onSettle, isEmptyAtZero }: NumberFieldProps): ReactNode {
  const id = useId();
  /** The text being edited; null when the field shows `value`. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === 0 && isEmptyAtZero === true ? '' : countText(value));

  function settle(): void {
    const read = typed === null ? null : readNumber(typed, largest);
    if (read !== null) onSettle?.(read);
    setTyped(null);
  }

  return (
    <div className="ob-filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="ob-filter-input ob-number-input"
        data-set={(isEmptyAtZero === true && value > 0) || undefined}
        style={{ '--ob-characters': shown.length } as CSSProperties}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={maxLength}
        value={shown}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onType?.(readNumber(event.currentTarget.value, largest));
        }}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
      />
    </div>
  );
}
