// A file of its own, so that it is loaded on demand.
export { CommandPalette as default } from '@openbell/ui/shell';
