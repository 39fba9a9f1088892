'use client';

import {
  type ButtonHTMLAttributes,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
} from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';

/** How loud a button is: one primary action a view, everything else quieter. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Props of {@link Button}: those of a native button, and how it looks. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default `secondary`. */
  variant?: ButtonVariant | undefined;
  /** Default `medium`. */
  size?: 'small' | 'medium' | 'large' | undefined;
  /** Work is under way: shows a spinner beside the words, and takes no second click. */
  busy?: boolean | undefined;
  /** Drawn before the words. */
  icon?: ReactNode;
  /** Fills the width it is given. */
  wide?: boolean | undefined;
}

/**
 * A button. While `busy` it stays focusable (so that focus is not lost) but answers no click and submits nothing.
 */
export const Button: ForwardRefExoticComponent<ButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef<
  HTMLButtonElement,
  ButtonProps
>(function Button(
  { variant = 'secondary', size = 'medium', busy = false, icon, wide = false, className, children, ...rest },
  ref,
) {
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      className={classNames('ob-button', className)}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      data-status={busy ? 'busy' : 'idle'}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busy ? <Spinner decorative /> : icon}
      {children === undefined ? null : <span className="ob-button-label">{children}</span>}
    </button>
  );
});
