'use client';

import {
  type ForwardRefExoticComponent,
  forwardRef,
  type InputHTMLAttributes,
  type ReactNode,
  type RefAttributes,
} from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import { wrapText } from './wrap-text.tsx';

/** Those of a native input, with label, hint and error. */
export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  /** Rendered inside, before the value. */
  start?: ReactNode;
  /** Rendered inside, after the value, for example a toggle or a unit. */
  end?: ReactNode;
}

/** A single-line text field. */
export const TextField: ForwardRefExoticComponent<TextFieldProps & RefAttributes<HTMLInputElement>> =
  forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
    { label, labelHidden, hint, error, errorId, start, end, id, className, ...rest },
    ref,
  ) {
    return (
      <Field {...{ id, label, labelHidden, hint, error, errorId, className }}>
        {(control) => (
          <div className="ob-input-box">
            {wrapText(start)}
            <input {...rest} {...control} ref={ref} className="ob-input" />
            {wrapText(end)}
          </div>
        )}
      </Field>
    );
  });
