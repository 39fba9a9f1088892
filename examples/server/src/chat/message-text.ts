// Checks the mentions of a posted message.
/** Reads the `mention_for` field: null when it is not a JSON list of at most 50 ids. */
export function readMentions(field: string | undefined): readonly number[] | null {
  if (field === undefined || field.trim() === '') return [];
  let list: unknown;
  try {
    list = JSON.parse(field);
  } catch {
    return null;
  }
  if (!Array.isArray(list) || list.length > 50) return null;
  const ids = list.map((entry) =>
    typeof entry === 'string' && /^\d{1,10}$/.test(entry) ? Number(entry) : entry,
  );
  return ids.every((id): id is number => Number.isSafeInteger(id)) ? [...new Set(ids)] : null;
}
