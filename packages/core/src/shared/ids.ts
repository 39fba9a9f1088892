// Ids of entities, also of those that the server sent without one.

/** The id of an entity that the server sent without a readable one. */
export const unknownId = -1;

/**
 * Whether the server sent this id, so that a call can take it. Local ids, of entities without one, are negative; those
 * of messages are between two ids of the server.
 */
export function isServerId(id: number): boolean {
  return Number.isInteger(id) && id >= 0;
}
