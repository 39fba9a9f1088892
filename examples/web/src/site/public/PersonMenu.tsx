import { Menu, MenuItem, useTexts } from '@openbell/ui/primitives';
import { LogOut, UserRound } from 'lucide-react';
import { type ReactElement, useState } from 'react';

interface PersonMenuProps {
  readonly trigger: ReactElement;
  readonly onLogout: () => void;
  /** Whether it was pressed before its code was loaded. */
  readonly wanted: boolean;
}

/** The member's dropdown in the public pages' bar; opens on hover too. */
export default function PersonMenu({ trigger, onLogout, wanted }: PersonMenuProps) {
  const text = useTexts();
  const [open, setOpen] = useState(wanted);
  return (
    <Menu openOnHover trigger={trigger} open={open} onOpenChange={setOpen}>
      <MenuItem icon={<UserRound aria-hidden="true" />} render={<a href="/profile" />}>
        {text('shell.profile')}
      </MenuItem>
      <MenuItem icon={<LogOut className="ob-directional" aria-hidden="true" />} onSelect={onLogout}>
        {text('shell.logout')}
      </MenuItem>
    </Menu>
  );
}
