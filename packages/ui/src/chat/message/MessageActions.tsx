'use client';

import { allowedActions, type MenuAction } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { Ban, Copy, Flag, Link2, Reply, SmilePlus, Trash2, Undo2, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuItem } from '../../primitives/Menu.tsx';
import { useTexts } from '../../primitives/texts.tsx';

const icons: Readonly<Record<MenuAction, ReactNode>> = {
  reply: <Reply className="ob-directional" aria-hidden="true" />,
  copy: <Copy aria-hidden="true" />,
  copyLink: <Link2 aria-hidden="true" />,
  delete: <Trash2 aria-hidden="true" />,
  react: <SmilePlus aria-hidden="true" />,
  mute: <VolumeX aria-hidden="true" />,
  unmute: <Volume2 aria-hidden="true" />,
  block: <Ban aria-hidden="true" />,
  unblock: <Ban aria-hidden="true" />,
  report: <Flag aria-hidden="true" />,
  unsend: <Undo2 aria-hidden="true" />,
};

export interface MessageActionsProps {
  readonly message: Message;
  readonly viewerId: number;
  readonly onAction: (action: MenuAction, message: Message) => void;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The menu with a message's actions. */
export function MessageActions(props: MessageActionsProps): ReactNode {
  const { message, viewerId, onAction, open, onOpenChange } = props;
  const text = useTexts();
  const actions = allowedActions(message, viewerId);
  if (actions.length === 0) return null;
  return (
    <Menu
      open={open}
      onOpenChange={onOpenChange}
      trigger={<button type="button" className="ob-message-actions" title={text('chat.actions')} />}
    >
      {actions.map((action) => (
        <MenuItem
          key={action}
          icon={icons[action]}
          danger={action === 'unsend' || action === 'block'}
          onSelect={() => onAction(action, message)}
        >
          {text(`chat.${action}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
