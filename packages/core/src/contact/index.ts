/** The contact form. */
export type { Contact, ContactError, ContactFields, ContactOptions, ContactState } from './contact.types.ts';
export { createContact } from './create-contact.ts';
