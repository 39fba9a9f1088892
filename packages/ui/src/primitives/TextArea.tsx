'use client';

import {
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { Field, type FieldTexts } from './Field.tsx';

/** Those of a native text area, with label, hint and error. */
export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {}

/** A multi-line text field. */
export const TextArea: ForwardRefExoticComponent<TextAreaProps & RefAttributes<HTMLTextAreaElement>> =
  forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
    { label, labelHidden, hint, error, id, className, ...rest },
    ref,
  ) {
    return (
      <Field id={id} label={label} labelHidden={labelHidden} hint={hint} error={error} className={className}>
        {(control) => (
          <div className="ob-input-box" data-multiline="">
            <textarea rows={4} {...rest} {...control} ref={ref} className="ob-input" />
          </div>
        )}
      </Field>
    );
  });
