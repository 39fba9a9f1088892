'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { type ReactNode, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

/** One choice of a {@link RadioGroup} or {@link Select}. */
export interface Choice<V extends string | number> {
  value: V;
  label: string;
  /** Secondary text that explains the choice. */
  hint?: ReactNode;
  disabled?: boolean | undefined;
}

export interface RadioGroupProps<V extends string | number> {
  /** The group's name, shown as its legend. */
  label: ReactNode;
  labelHidden?: boolean | undefined;
  choices: ReadonlyArray<Choice<V>>;
  /** Null when nothing is chosen. */
  value: V | null;
  onValueChange: (value: V) => void;
  /** The form field's name. Default: generated. */
  name?: string | undefined;
  disabled?: boolean | undefined;
  /** `segments` renders the choices side by side as one control. Default `list`. */
  layout?: 'list' | 'segments' | undefined;
  error?: string | null | undefined;
  className?: string | undefined;
}

/** Native radio buttons in a fieldset, so that arrow keys, forms and use before hydration work natively. */
export function RadioGroup<V extends string | number>(props: RadioGroupProps<V>): ReactNode {
  const { label, labelHidden, choices, value, disabled, layout = 'list', error } = props;
  const { onValueChange } = props;
  const made = useId();
  const name = props.name ?? made;
  const box = useRef<HTMLDivElement>(null);
  // Adopt a choice made before hydration or restored by the browser on reload.
  useBeforePaint(() => {
    const seen = box.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    const chosen = choices.find((choice) => String(choice.value) === seen);
    if (chosen !== undefined && chosen.value !== value) onValueChange(chosen.value);
  }, [choices, value, onValueChange]);
  return (
    <fieldset
      className={classNames('ob-radio-group', props.className)}
      data-layout={layout}
      disabled={disabled}
      aria-describedby={error ? `${made}-error` : undefined}
    >
      <legend className={labelHidden ? 'ob-visually-hidden' : 'ob-field-label'}>{label}</legend>
      <div ref={box} className="ob-radio-choices">
        {choices.map((choice) => {
          const id = `${made}-${choice.value}`;
          return (
            <div className="ob-radio-choice" key={choice.value}>
              <input
                className="ob-radio"
                type="radio"
                id={id}
                name={name}
                value={choice.value}
                checked={choice.value === value}
                disabled={choice.disabled}
                aria-describedby={choice.hint ? `${id}-hint` : undefined}
                onChange={() => onValueChange(choice.value)}
              />
              <label className="ob-radio-label" htmlFor={id}>
                {choice.label}
              </label>
              {choice.hint ? (
                <span className="ob-radio-hint" id={`${id}-hint`}>
                  {choice.hint}
                </span>
              ) : null}
            </div>
          );
        })}
      </div>
      {error ? (
        <div className="ob-field-error" id={`${made}-error`} role="alert">
          {error}
        </div>
      ) : null}
    </fieldset>
  );
}
