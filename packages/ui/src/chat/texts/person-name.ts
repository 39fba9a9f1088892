import type { Texts } from '@openbell/core/catalogue';

/** The name of a member; 'Unknown member' when the server sent none. */
export function personName(text: Texts, { first_name }: { readonly first_name: string }): string {
  return first_name || text('chat.unknownMember');
}
