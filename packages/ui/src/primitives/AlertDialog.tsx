'use client';

import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { useFloor } from './floor.tsx';
import { useTexts } from './texts.tsx';

/** Props of {@link AlertDialog}. */
export interface AlertDialogProps {
  open: boolean;
  /** The question ('Are you sure you want to report this message?'). */
  title: ReactNode;
  /** What follows from yes. */
  description?: ReactNode;
  /** The word on the button that goes ahead. */
  confirmLabel: string;
  /** Default 'Cancel'. */
  cancelLabel?: string | undefined;
  /** What is confirmed cannot be undone: the button says so. */
  danger?: boolean | undefined;
  /** The confirmed work is under way. */
  busy?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** Asks before something happens (role alertdialog). Focus starts on the button that changes nothing. */
export function AlertDialog(props: AlertDialogProps): ReactNode {
  const text = useTexts();
  const floor = useFloor();
  const { open, title, description, confirmLabel, cancelLabel, danger, busy, onConfirm, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onCancel();
      }}
    >
      <Base.Portal {...floor}>
        <Base.Backdrop className="ob-backdrop" />
        <Base.Popup className="ob-dialog" initialFocus={cancel}>
          <Base.Title className="ob-dialog-title">{title}</Base.Title>
          {description ? (
            <Base.Description className="ob-dialog-description">{description}</Base.Description>
          ) : null}
          {props.children}
          <footer className="ob-dialog-actions">
            <Button ref={cancel} variant="secondary" onClick={onCancel}>
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
