// The public functions of chats, for other areas and the operator.
export {
  addToGroup,
  archiveChat,
  createGroup,
  createPersonalChat,
  exportChat,
  findManagedChat,
  listManagedChats,
  removeFromGroup,
  renameGroup,
  restoreChat,
} from './manage-chats.ts';
export { mediaKey } from './message-files.ts';
export { findReport, listReports, readSurroundings, resolveReports } from './reports.ts';
