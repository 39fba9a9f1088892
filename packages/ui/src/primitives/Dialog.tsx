'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type FocusEvent, type ReactNode, type RefObject, useRef } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { usePortalContainer } from './portal-container.tsx';
import { useTexts } from './texts.tsx';
import { wrapText } from './wrap-text.tsx';

export interface DialogProps {
  open: boolean;
  /** Called when the user closes it by Escape, the close button or a click outside. */
  onClose: () => void;
  title: ReactNode;
  /** Text below the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons at the bottom. */
  actions?: ReactNode;
  /** The element that gets the initial focus. Default: the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Default `medium`. */
  size?: 'medium' | 'large' | undefined;
  /** False while a task must not be interrupted: only the actions close the dialog. Default true. */
  dismissible?: boolean | undefined;
  className?: string | undefined;
}

/** A modal dialog: it traps the focus and restores it on closing. */
export function Dialog(props: DialogProps): ReactNode {
  const text = useTexts();
  const portal = usePortalContainer();
  const isPressed = useRef(false);
  const { open, onClose, title, description, children, actions, size = 'medium', dismissible = true } = props;
  const onReleased = (): void => {
    isPressed.current = false;
  };
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (next) return;
        if (dismissible) onClose();
        else details.cancel();
      }}
    >
      <Base.Portal {...portal}>
        <Base.Backdrop className="ob-backdrop" />
        <Base.Popup
          className={classNames('ob-dialog', props.className)}
          data-size={size}
          onMouseDown={({ currentTarget }) => {
            isPressed.current = true;
            // The button may be released outside of the dialog.
            currentTarget.ownerDocument.addEventListener('mouseup', onReleased, {
              capture: true,
              once: true,
            });
          }}
          // The browser sends no mouseup after it has dragged selected text.
          onKeyDownCapture={onReleased}
          onFocus={(event) => {
            if (!isPressed.current) returnFocus(event);
          }}
          {...(props.initialFocus ? { initialFocus: props.initialFocus } : {})}
        >
          <header className="ob-dialog-head">
            <Base.Title className="ob-dialog-title">{title}</Base.Title>
            {dismissible ? (
              <Base.Close
                render={
                  <IconButton size="small" label={text('shell.close')}>
                    <X size={18} aria-hidden="true" />
                  </IconButton>
                }
              />
            ) : null}
          </header>
          {description ? (
            <Base.Description className="ob-dialog-description">{description}</Base.Description>
          ) : null}
          {wrapText(children)}
          {actions ? <footer className="ob-dialog-actions">{actions}</footer> : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Returns the focus from the dialog itself to the control in it that had it. When a focused control disappears, Base UI
 * focuses the dialog in the next frame, also when the step that replaced the control has focused one of its own by then.
 */
function returnFocus({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (
    target === currentTarget &&
    relatedTarget instanceof HTMLElement &&
    currentTarget.contains(relatedTarget)
  )
    relatedTarget.focus();
}
