'use client';

import { type ForwardRefExoticComponent, forwardRef, type ReactNode, type RefAttributes } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { classNames } from './class-names.ts';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'wide'> {
  /** The accessible name. */
  label: string;
  /** The icon. */
  children: ReactNode;
}

/** A square button with an icon and an accessible name. Default variant: quiet. */
export const IconButton: ForwardRefExoticComponent<IconButtonProps & RefAttributes<HTMLButtonElement>> =
  forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
    { label, variant = 'quiet', className, children, ...rest },
    ref,
  ) {
    return (
      <Button
        title={label}
        {...rest}
        ref={ref}
        variant={variant}
        aria-label={label}
        className={classNames('ob-icon-button', className)}
        icon={children}
      />
    );
  });
