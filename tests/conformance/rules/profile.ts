import type { Rule } from '../rule.ts';

/** The profile page, edit profile and the account's end. */
export const profileRules: readonly Rule[] = [
  {
    id: 'profile.page',
    source: 'product.md 2',
    rule: 'The profile shows avatar, first name, edit button, contact information with subscription start and end, the about text and read-only notification indicators.',
  },
  {
    id: 'profile.not-subscribed',
    source: 'product.md 2',
    rule: "Who is not subscribed reads 'Please subscribe to a plan to access premium features.' with a link to /#pricing.",
  },
  {
    id: 'profile.loading',
    source: 'product.md 2',
    rule: "While it loads, the profile and its form say 'Loading profile…'.",
  },
  {
    id: 'profile.cached-user',
    source: 'decisions.md 2',
    rule: 'A cached user is never shown as the profile.',
  },
  {
    id: 'profile.email-fixed',
    source: 'product.md 2',
    rule: 'In edit profile the e-mail address is read-only and disabled.',
  },
  {
    id: 'profile.save-label',
    source: 'product.md 2',
    rule: "The save button reads 'Save', or 'Updating…' while busy, and cannot be pressed twice.",
  },
  {
    id: 'profile.payload',
    source: 'product.md 7',
    rule: 'update-profile is multipart with first_name, phone, about, push_notification and email_notification as 1 or 0, and optionally profile_image.',
  },
  {
    id: 'profile.saved',
    source: 'product.md 2',
    rule: 'On success the stored user is replaced and the app goes to /profile.',
  },
  {
    id: 'profile.failed',
    source: 'product.md 5',
    rule: "A save that fails shows 'Update failed. Please try again.'",
  },
  {
    id: 'profile.field-errors',
    source: 'product.md 5',
    rule: 'Errors for first_name, email and phone show as the first message of each list.',
  },
  {
    id: 'profile.unsubscribe-button',
    source: 'product.md 5',
    rule: 'The Unsubscribe button is there only when the user has expired_at.',
  },
  {
    id: 'profile.missing-unchanged',
    source: 'decisions.md 11',
    rule: 'A field missing from update-profile stays unchanged, and a 0 is false.',
  },
  {
    id: 'profile.lengths',
    source: 'decisions.md 11',
    rule: 'A name has at most 100 characters, the about text 2,000; NUL is refused; a phone that is none is a field error.',
  },
  {
    id: 'profile.mass-assignment',
    source: 'decisions.md 11',
    rule: 'update-profile writes no column but its own: id, e-mail, expired_at and role are ignored.',
  },
  {
    id: 'profile.avatar-image',
    source: 'product.md 5',
    rule: 'The avatar must be an image file: others are refused with a clear error (SVG and HTML 415, empty 422, too large 413).',
  },
  {
    id: 'profile.avatar-clean',
    source: 'decisions.md 11',
    rule: 'A picture is drawn anew as a square WebP without EXIF and served with nosniff; the old one is removed.',
  },
  {
    id: 'profile.avatar-scanner',
    source: 'traps F12',
    rule: 'With a scanner configured, a harmful picture is refused, and so is one that the scanner cannot look into; nothing is left behind.',
  },
  {
    id: 'profile.unsaved',
    source: 'decisions.md 12',
    rule: 'Unsaved changes are not lost silently: leaving asks, and a session that runs out keeps them.',
  },
  {
    id: 'delete-account.names-loss',
    source: 'decisions.md 4',
    rule: 'Delete Account stands behind a confirmation that names what is lost.',
  },
  {
    id: 'delete-account.proof',
    source: 'decisions.md 4',
    rule: 'Deleting an account takes the password or a fresh social credential; without it nothing is deleted.',
  },
  {
    id: 'delete-account.provider-first',
    source: 'decisions.md 4',
    rule: 'The subscription ends at its provider first; when that fails, nothing is deleted.',
  },
  {
    id: 'delete-account.server',
    source: 'decisions.md 4',
    rule: 'Sessions, push tokens, picture and personal data are gone; subscriptions and invoices stay without a name.',
  },
  {
    id: 'delete-account.messages',
    source: 'decisions.md 4',
    rule: 'Messages of a deleted account stay for the others, as from a deleted member.',
  },
  {
    id: 'delete-account.local-traces',
    source: 'product.md 4',
    rule: 'After Delete Account all local storage of the site is cleared and the app is at /.',
  },
  {
    id: 'delete-account.local-mode',
    source: 'decisions.md 4',
    rule: "An embedder may choose product.md's local removal; the button then says that it concerns this device.",
  },
  {
    id: 'profile.subscription-information',
    source: 'product.md 2',
    rule: 'The profile shows provider, subscription id, status, and the expiry or next billing date.',
  },
  {
    id: 'profile.indicators',
    source: 'product.md 2',
    rule: 'Phone, e-mail and the about text are shown, and push and e-mail notifications as read-only indicators.',
  },
  {
    id: 'profile.edit-fields',
    source: 'product.md 2',
    rule: 'Edit profile has full name, e-mail (disabled), phone, about you (4 rows), and both notification switches.',
  },
  {
    id: 'profile.avatar-upload',
    source: 'product.md 2',
    rule: 'Edit profile has a picture upload for image files, which is sent as profile_image, and a Delete Account button.',
  },
  { id: 'profile.log-out-to-login', source: 'product.md 2', rule: "The profile's Log Out goes to /login." },
];
