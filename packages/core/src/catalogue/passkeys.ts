/** Texts of passkeys, apart from the catalogue so that only pages that show them load them. */
export const passkeyTexts = {
  // The sign-in page.
  'passkeys.signIn': 'Sign in with a passkey',
  'passkeys.cancelled': 'No passkey was used. Try again, or sign in another way.',
  'passkeys.failed': 'This didn’t work. Please try again, or sign in another way.',

  // The section of the profile.
  'passkeys.title': 'Passkeys',
  'passkeys.lead':
    'Sign in with your fingerprint, face or screen lock. A passkey replaces your password and the code.',
  'passkeys.unnamed': 'Passkey',
  'passkeys.added': 'Added {date}',
  'passkeys.lastUsed': 'Last used {date}',
  'passkeys.neverUsed': 'Not used yet',
  'passkeys.add': 'Add a passkey',
  'passkeys.remove': 'Remove',
  'passkeys.removeNamed': 'Remove {name}, added {date}',
  'passkeys.removeTitle': 'Remove this passkey?',
  'passkeys.removeLead':
    'You can no longer sign in with it. Delete it in your password manager too, so that it is not offered again.',
  'passkeys.removeConfirm': 'Remove passkey',
  'passkeys.addedDone': 'The passkey is added.',
  'passkeys.removedDone': 'The passkey is removed.',
  'passkeys.addCancelled': 'No passkey was added.',
  'passkeys.exists': 'This device already has a passkey for your account.',
  'passkeys.changeFailed': 'This didn’t work. Please try again.',
  'passkeys.loadFailed': 'Your passkeys could not be loaded.',

  // Proofs.
  'passkeys.proofLead': 'Use your passkey to go on. We’ll ask again in 5 minutes at the earliest.',
  'passkeys.prove': 'Use a passkey',
  'passkeys.proofCancelled': 'No passkey was used. Try again, or choose another way.',
  'passkeys.otherProof': 'Confirm another way',
} as const;

/** The name of a text of passkeys. */
export type PasskeyTextCode = keyof typeof passkeyTexts;
