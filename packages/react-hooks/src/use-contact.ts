'use client';

import { useStore } from '@nanostores/react';
import type { Contact, ContactState } from '@openbell/core/contact';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useContact}. */
export interface ContactBinding extends Pick<Contact, 'submit'> {
  readonly state: ContactState;
  /** Seconds until the server accepts another try, after a 429; 0 otherwise. */
  readonly retryIn: number;
}

/** Returns the contact form's state and submit function. Resets on unmount. */
export function useContact(instance?: Contact): ContactBinding {
  const contact = useFeature(instance, (openbell) => openbell.contact);
  const state = useStore(contact.$state);
  const retryIn = useStore(contact.$retryIn);
  useEffect(() => contact.reset, [contact]);
  return { state, retryIn, submit: contact.submit };
}
