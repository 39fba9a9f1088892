import { CommandPalette, type CommandPaletteProps } from '@openbell/ui/shell';
import { ChatPart } from './ChatPart.tsx';

/** The command palette with the code of the chats, which it lists. Loaded on first use. */
export default function Palette(props: CommandPaletteProps) {
  return (
    <ChatPart>
      <CommandPalette {...props} />
    </ChatPart>
  );
}
