'use client';

import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { usePortalContainer } from './portal-container.tsx';
import { useTexts } from './texts.tsx';
import { wrapText } from './wrap-text.tsx';

export interface AlertDialogProps {
  open: boolean;
  /** The question ('Are you sure you want to report this message?'). */
  title: ReactNode;
  /** The consequences of confirming. */
  description?: ReactNode;
  /** Label of the button that confirms. */
  confirmLabel: string;
  /** Default 'Cancel'. */
  cancelLabel?: string | undefined;
  /** Styles the button for actions that cannot be undone. */
  danger?: boolean | undefined;
  /** Whether the confirmed action is running; the dialog stays open until it ends. */
  busy?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** Asks for confirmation (role alertdialog). The cancel button has the initial focus. */
export function AlertDialog(props: AlertDialogProps): ReactNode {
  const text = useTexts();
  const portal = usePortalContainer();
  const { open, title, description, confirmLabel, cancelLabel, danger, busy, onConfirm, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return;
        if (busy) details.cancel();
        else onCancel();
      }}
    >
      <Base.Portal {...portal}>
        <Base.Backdrop className="ob-backdrop" />
        <Base.Popup className="ob-dialog" initialFocus={cancel}>
          <Base.Title className="ob-dialog-title">{title}</Base.Title>
          {description ? (
            <Base.Description className="ob-dialog-description">{description}</Base.Description>
          ) : null}
          {wrapText(props.children)}
          <footer className="ob-dialog-actions">
            <Button ref={cancel} variant="secondary" disabled={busy} onClick={onCancel}>
              {cancelLabel ?? text('shell.cancel')}
            </Button>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
