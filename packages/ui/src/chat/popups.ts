// Menus and dialogs, loaded on demand: they are the larger half of a chat screen's code.
export { AlertDialog } from '../primitives/AlertDialog.tsx';
export { MediaZoom } from './MediaZoom.tsx';
export { MessageActions } from './MessageActions.tsx';
