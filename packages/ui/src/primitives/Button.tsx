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
import { wrapText } from './wrap-text.tsx';

/** The emphasis of a button. Use one primary button per view. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Those of a native button, and the appearance. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default `secondary`. */
  variant?: ButtonVariant | undefined;
  /** Default `medium`. */
  size?: 'small' | 'medium' | 'large' | undefined;
  /** Whether its action is running: shows a spinner and ignores clicks. */
  busy?: boolean | undefined;
  /** Rendered before the label. */
  icon?: ReactNode;
  /** Fills the available width. */
  wide?: boolean | undefined;
}

/** A button. While `busy` it stays focusable, but ignores clicks and does not submit. */
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
      {busy ? <Spinner decorative /> : wrapText(icon)}
      {children === undefined ? null : <span className="ob-button-label">{children}</span>}
    </button>
  );
});
