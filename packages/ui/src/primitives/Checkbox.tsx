'use client';

import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './Field.tsx';

export interface CheckboxProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'value'> {
  /** May contain links, for example to the terms. */
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
}

function Tick({
  kind,
  label,
  hint,
  error,
  className,
  onCheckedChange,
  id,
  ...rest
}: CheckboxProps & { kind: 'checkbox' | 'switch' }): ReactNode {
  const made = useId();
  const controlId = id ?? made;
  const described = classNames(hint ? `${controlId}-hint` : null, error ? `${controlId}-error` : null);
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => onCheckedChange?.(event.target.checked);
  return (
    <div className={classNames('ob-tick', className)} data-status={error ? 'invalid' : 'valid'}>
      <div className="ob-tick-row">
        <input
          {...rest}
          id={controlId}
          type="checkbox"
          {...(kind === 'switch' ? { role: 'switch' } : {})}
          className={kind === 'switch' ? 'ob-switch' : 'ob-checkbox'}
          aria-describedby={described === '' ? undefined : described}
          aria-invalid={error ? true : undefined}
          onChange={onChange}
        />
        <label className="ob-tick-label" htmlFor={controlId}>
          {label}
        </label>
      </div>
      {hint ? (
        <p className="ob-field-hint" id={`${controlId}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={`${controlId}-error`} error={error} />
    </div>
  );
}

/** A native checkbox in the theme's style. Works in plain forms and before hydration. */
export function Checkbox(props: CheckboxProps): ReactNode {
  return <Tick {...props} kind="checkbox" />;
}

/** A checkbox with role switch, for settings that apply immediately. */
export function Switch(props: CheckboxProps): ReactNode {
  return <Tick {...props} kind="switch" />;
}
