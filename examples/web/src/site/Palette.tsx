// In a file of its own, so that its code comes when it is wanted.
export { CommandPalette as default } from '@openbell/ui/shell';
