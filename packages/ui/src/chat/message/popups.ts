// Menus and dialogs, loaded on demand: they are the larger half of a chat screen's code.
export { AlertDialog } from '../../primitives/AlertDialog.tsx';
export { MediaZoom } from '../media/MediaZoom.tsx';
export { MessageActions } from './MessageActions.tsx';
