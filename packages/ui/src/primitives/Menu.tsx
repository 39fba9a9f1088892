'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { CheckIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { usePortalContainer } from './portal-container.tsx';
import { wrapText } from './wrap-text.tsx';

export interface MenuProps {
  /** The button that opens the menu: a `Button` or `IconButton` element. */
  trigger: ReactElement;
  /** `MenuItem`s and `MenuSeparator`s. */
  children: ReactNode;
  /** Alignment below the button. Default `end`. */
  align?: 'start' | 'center' | 'end' | undefined;
  /** Controls the open state. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** Whether an uncontrolled menu is open at first. Default false. */
  defaultOpen?: boolean | undefined;
  /** Also opens on hover, and closes 200 ms after the pointer has left. */
  openOnHover?: boolean | undefined;
  className?: string | undefined;
}

/** A menu of actions below a button. A click outside, Escape or a selection closes it. */
export function Menu(props: MenuProps): ReactNode {
  const portal = usePortalContainer();
  const { trigger, children, align = 'end', open, onOpenChange, className } = props;
  return (
    <Base.Root
      modal={false}
      defaultOpen={props.defaultOpen ?? false}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange: (next: boolean) => onOpenChange(next) } : {})}
    >
      <Base.Trigger render={trigger} openOnHover={props.openOnHover ?? false} delay={80} closeDelay={200} />
      <Base.Portal {...portal}>
        <Base.Positioner className="ob-positioner" align={align} sideOffset={6}>
          <Base.Popup className={classNames('ob-popup ob-menu', className)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  onSelect?: (() => void) | undefined;
  /** Renders the item as another element without children, for example a router's link; it keeps the role menuitem. */
  render?: ReactElement | undefined;
  icon?: ReactNode;
  /** Marks an action that cannot be undone. */
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  children: ReactNode;
}

/** One action of a {@link Menu}. */
export function MenuItem({ onSelect, render, icon, danger, disabled, children }: MenuItemProps): ReactNode {
  return (
    <Base.Item
      className="ob-menu-item"
      data-tone={danger ? 'danger' : undefined}
      {...(disabled === undefined ? {} : { disabled })}
      {...(render ? { render } : {})}
      {...(onSelect ? { onClick: () => onSelect() } : {})}
    >
      {wrapText(icon)}
      <span className="ob-menu-item-label">{children}</span>
    </Base.Item>
  );
}

export interface MenuCheckboxItemProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  children: ReactNode;
}

/** An option of a {@link Menu} that is on or off. The menu stays open. */
export function MenuCheckboxItem({ checked, onCheckedChange, children }: MenuCheckboxItemProps): ReactNode {
  return (
    <Base.CheckboxItem
      className="ob-menu-item"
      checked={checked}
      closeOnClick={false}
      onCheckedChange={(next: boolean) => onCheckedChange(next)}
    >
      <Base.CheckboxItemIndicator className="ob-menu-check" keepMounted>
        <CheckIcon size={16} aria-hidden="true" />
      </Base.CheckboxItemIndicator>
      <span className="ob-menu-item-label">{children}</span>
    </Base.CheckboxItem>
  );
}

/** A separator between groups of a {@link Menu}. */
export function MenuSeparator(): ReactNode {
  return <Base.Separator className="ob-menu-separator" />;
}
