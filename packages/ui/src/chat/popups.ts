// What stands over the chat when somebody asks for it: menus and dialogs are the larger half of a chat screen.
export { AlertDialog } from '../primitives/AlertDialog.tsx';
export { MediaZoom } from './MediaZoom.tsx';
export { MessageActions } from './MessageActions.tsx';
