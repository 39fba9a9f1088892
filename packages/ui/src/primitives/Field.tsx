'use client';

import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** What every field can carry round its control. */
export interface FieldTexts {
  /** The visible label. */
  label: ReactNode;
  /** Keeps the label for screen readers only, where the place itself says what it is. */
  labelHidden?: boolean | undefined;
  /** A quiet line under the control. */
  hint?: ReactNode;
  /** What is wrong with the value; shown under the control, and tied to it. */
  error?: string | null | undefined;
  /** The id of an error that stands elsewhere (under the form) and is about this value: ties the control to it. */
  errorId?: string | undefined;
}

/** What a control needs to be tied to its label, hint and error. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Props of {@link Field}. */
export interface FieldProps extends FieldTexts {
  /** The control's id; made up when absent. */
  id?: string | undefined;
  className?: string | undefined;
  /** Draws the control with the props that tie it. */
  children: (control: FieldControlProps) => ReactNode;
}

/**
 * A control with its label, hint and error, tied together by ids (`for`, `aria-describedby`, `aria-invalid`).
 * The error's place is a live region, so that an error that arrives from the server is heard.
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
      {children({
        id: controlId,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': invalid || undefined,
      })}
      {hint ? (
        <p className="ob-field-hint" id={hintId}>
          {hint}
        </p>
      ) : null}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

/** An error's place: always there, so that what appears in it is announced. */
export function FieldError({ id, error }: { id: string; error: string | null | undefined }): ReactNode {
  return (
    <div className="ob-field-error" id={id} data-part="error" aria-live="polite">
      {error ? <span>{error}</span> : null}
    </div>
  );
}
