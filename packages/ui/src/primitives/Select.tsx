'use client';

import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import type { Choice } from './RadioGroup.tsx';

/** Props of {@link Select}. */
export interface SelectProps<V extends string | number> extends FieldTexts {
  choices: ReadonlyArray<Choice<V>>;
  /** Null: nothing chosen, the placeholder shows. */
  value: V | null;
  onValueChange: (value: V | null) => void;
  /** The first, empty option ('-- Select an option --' on the pricing card). */
  placeholder?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/**
 * One of several, as the platform's own select (role combobox): a phone shows its own picker, type-ahead and
 * forms are the browser's, and it works before any script has run. For a searchable list use `Combobox`.
 */
export function Select<V extends string | number>(props: SelectProps<V>): ReactNode {
  const { choices, value, onValueChange, placeholder, id, className, ...rest } = props;
  const { label, labelHidden, hint, error, ...native } = rest;
  return (
    <Field id={id} label={label} labelHidden={labelHidden} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="ob-input-box ob-select-box">
          <select
            {...native}
            {...control}
            className="ob-input ob-select"
            data-empty={value === null || undefined}
            value={value === null ? '' : String(value)}
            onChange={(event) => {
              const chosen = choices.find((choice) => String(choice.value) === event.target.value);
              onValueChange(chosen ? chosen.value : null);
            }}
          >
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ))}
          </select>
          <ChevronDown className="ob-select-icon" size={16} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
