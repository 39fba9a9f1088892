/** The contact form. */
export type { Contact, ContactError, ContactOptions, ContactState } from './contact.types.ts';
export { createContact } from './create-contact.ts';
