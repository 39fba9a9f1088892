// The public functions of accounts, for other areas and the operator.
export { banUser, unbanUser } from './ban-user.ts';
export { removeAccount } from './delete-account.ts';
export { endSessions, listSessions } from './devices.ts';
export { countUsers, findUsers } from './find-users.ts';
export { exportToFile } from './personal-data/data-exports.ts';
