'use client';

import { Eye, EyeOff } from 'lucide-react';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { useTexts } from './texts.tsx';

/** Set `autoComplete` to `current-password` or `new-password`. */
export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end'>;

/** A password field with a show/hide toggle. */
export const PasswordField: ForwardRefExoticComponent<PasswordFieldProps & RefAttributes<HTMLInputElement>> =
  forwardRef<HTMLInputElement, PasswordFieldProps>(function PasswordField(props, ref) {
    const [shown, setShown] = useState(false);
    const text = useTexts();
    return (
      <TextField
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        ref={ref}
        type={shown ? 'text' : 'password'}
        end={
          <IconButton
            size="small"
            label={text(shown ? 'shell.hidePassword' : 'shell.showPassword')}
            onClick={() => setShown((now) => !now)}
            disabled={props.disabled}
          >
            {shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          </IconButton>
        }
      />
    );
  });
