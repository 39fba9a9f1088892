import type { Db } from '../../db/database.ts';
import { type Person, personalTables } from './personal-tables.ts';

/**
 * Removes the personal data of a user as {@link personalTables} says. Returns false, without a change, when another request
 * has deleted the account.
 */
export async function erasePersonalData(tx: Db, person: Person, at: Date): Promise<boolean> {
  for (const { deletion } of Object.values(personalTables)) {
    if ('remove' in deletion) await tx.delete(deletion.remove.table).where(deletion.remove.rows(person));
    if (!('blank' in deletion)) continue;
    const blanked = await tx
      .update(deletion.blank)
      .set(deletion.values(person, at))
      .where(deletion.rows(person))
      .returning();
    if (blanked.length === 0) return false;
  }
  return true;
}
