'use client';

import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { wrapText } from './wrap-text.tsx';

/** The texts of a form field. */
export interface FieldTexts {
  /** The visible label. */
  label: ReactNode;
  /** Shows the label to screen readers only, where the context makes it obvious. */
  labelHidden?: boolean | undefined;
  /** Secondary text below the control. */
  hint?: ReactNode;
  /** The error of the value, shown below the control and linked to it. */
  error?: string | null | undefined;
  /** The id of an error shown elsewhere (for example below the form) that concerns this value. */
  errorId?: string | undefined;
}

/** The attributes that link a control to its label, hint and error. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps extends FieldTexts {
  /** The control's id. Default: generated. */
  id?: string | undefined;
  className?: string | undefined;
  /** Renders the control with the linking attributes. */
  children: (control: FieldControlProps) => ReactNode;
}

/**
 * A control with its label, hint and error, linked by ids (`for`, `aria-describedby`, `aria-invalid`). The error's
 * container is a live region, so that errors from the server are announced.
 */
export function Field(props: FieldProps): ReactNode {
  const { id, label, labelHidden, hint, error, errorId: elsewhere, className, children } = props;
  const made = useId();
  const controlId = id ?? made;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const invalid = Boolean(error || elsewhere);
  const described = classNames(hint ? hintId : null, error ? errorId : null, elsewhere);
  return (
    <div className={classNames('ob-field', className)} data-status={invalid ? 'invalid' : 'valid'}>
      <label className={labelHidden ? 'ob-visually-hidden' : 'ob-field-label'} htmlFor={controlId}>
        {label}
      </label>
      {wrapText(
        children({
          id: controlId,
          'aria-describedby': described === '' ? undefined : described,
          'aria-invalid': invalid || undefined,
        }),
      )}
      {hint ? (
        <p className="ob-field-hint" id={hintId}>
          {hint}
        </p>
      ) : null}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

/** The container of an error: always rendered, so that its content is announced when it appears. */
export function FieldError({ id, error }: { id: string; error: string | null | undefined }): ReactNode {
  return (
    <div className="ob-field-error" id={id} data-part="error" aria-live="polite">
      {error ? <span>{error}</span> : null}
    </div>
  );
}
