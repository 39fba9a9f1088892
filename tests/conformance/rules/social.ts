import type { Rule } from '../rule.ts';

export const socialRules: readonly Rule[] = [
  {
    id: 'social.credential-alone',
    source: 'decisions.md 4',
    rule: 'The server takes the identity from the verified credential alone: the posted id, email and name are never trusted.',
  },
  {
    id: 'social.one-address',
    source: 'traps C14',
    rule: 'An address that a provider gives is read as a typed one is (domain in lower case, as punycode): one mailbox is one account.',
  },
  {
    id: 'social.no-credential',
    source: 'decisions.md 11',
    rule: 'A social sign-in without a verifiable credential is 422 with a message.',
  },
  {
    id: 'social.forged',
    source: 'decisions.md 7',
    rule: "Google's ID tokens are checked against the provider's keys: what is forged, foreign, old or of another browser is refused.",
  },
  {
    id: 'social.key-is-subject',
    source: 'decisions.md 4',
    rule: 'A person is known by provider and subject, never by the address.',
  },
  {
    id: 'social.connect',
    source: 'product.md 1',
    rule: 'An account with a confirmed address can also be signed in to with a social account that the provider vouches for.',
  },
  {
    id: 'social.pre-hijack',
    source: 'traps C9',
    rule: 'The first verified social sign-in to an account whose address nobody had confirmed ends its password and sessions.',
  },
  {
    id: 'social.facebook',
    source: 'decisions.md 7',
    rule: "Facebook's access tokens are checked with Facebook.",
  },
  {
    id: 'social.two-providers',
    source: 'product.md 1',
    rule: 'The same number at Google and at Facebook is two people.',
  },
  {
    id: 'social.unverified-address',
    source: 'decisions.md 4',
    rule: 'An address that the provider does not vouch for opens no account that is there already.',
  },
  {
    id: 'social.no-address',
    source: 'traps C8',
    rule: 'A social account that shares no address is asked for one, which a mailed code confirms, with its five tries.',
  },
  {
    id: 'social.password-once',
    source: 'traps C8',
    rule: 'An account whose address the provider does not vouch for is connected with its password, once.',
  },
  {
    id: 'social.asking',
    source: 'traps C8',
    rule: 'The form asks for what the provider does not say: an address, its code, or a password; a wrong one is told there.',
  },
  {
    id: 'social.one-challenge',
    source: 'traps C10',
    rule: 'A social sign-in that is asked for more goes on without a new challenge; one that was never asked needs its own.',
  },
  {
    id: 'social.provider-down',
    source: 'decisions.md 7',
    rule: 'When the provider cannot be asked nobody is signed in, and the answer says so.',
  },
  {
    id: 'social.payload',
    source: 'product.md 3',
    rule: 'Social logins send id, email, name, photo and type, and the credential.',
  },
  {
    id: 'social.success',
    source: 'product.md 6',
    rule: 'A social sign-in signs in as every sign-in does.',
  },
  {
    id: 'social.captcha-first',
    source: 'product.md 5',
    rule: 'Without a verified captcha the social sign-ins are blocked: nothing opens, nothing is sent.',
  },
  {
    id: 'social.facebook-no-id',
    source: 'product.md 5',
    rule: 'A facebook login without a user id logs a failure and sends nothing.',
  },
  {
    id: 'social.failure-logged',
    source: 'product.md 8',
    rule: 'A Google login failure is logged; that it is also shown is decisions.md 4.',
  },
  {
    id: 'social.google-decoded',
    source: 'product.md 3',
    rule: 'The google credential is decoded to sub, email, name and picture.',
  },
  {
    id: 'social.facebook-profile',
    source: 'product.md 3',
    rule: 'The facebook login yields userID, email, name and picture.data.url; no birthday is asked for.',
  },
  {
    id: 'social.script-retry',
    source: 'decisions.md 12',
    rule: "A provider's script comes only where the provider is configured; one that fails to load is told and can be tried again.",
  },
  {
    id: 'social.sandbox',
    source: 'decisions.md 7',
    rule: 'Without a configured provider a local consent page issues the tokens.',
  },
  {
    id: 'social.popup-bound',
    source: 'decisions.md 7',
    rule: 'What the consent page says counts only from its own window, its own origin, and for this sign-in.',
  },
  {
    id: 'social.redirect',
    source: 'product.md 2',
    rule: 'A social sign-in goes to the redirect target plus tag, or to /profile.',
  },
  {
    id: 'social.facebook-sign-in',
    source: 'product.md 1',
    rule: 'Sign-in is possible with a social account of type facebook.',
  },
  {
    id: 'social.cancel',
    source: 'decisions.md 4',
    rule: 'A person who cancels at the provider finds the form as it was.',
  },
  {
    id: 'social.captcha-alert',
    source: 'product.md 8',
    rule: "The social sign-ins without a captcha alert 'Please verify reCAPTCHA.'",
  },
  {
    id: 'social.sandbox-page',
    source: 'decisions.md 7',
    rule: "The sandbox's consent page is labelled 'Sandbox' and answers the site alone.",
  },
  {
    id: 'social.csp',
    source: 'decisions.md 12',
    rule: 'No other origin is asked for anything unless a real provider is configured: then the policy lets its hosts in.',
  },
  {
    id: 'social.no-sandbox-in-production',
    source: 'decisions.md 9',
    rule: 'Production has no consent page of the stand-ins, and takes none of their tokens.',
  },
  {
    id: 'social.google-button',
    source: 'product.md 2',
    rule: 'The google sign-in is offered on /signin; nothing of Google is loaded before the challenge is solved.',
  },
  {
    id: 'social.script-failed-shown',
    source: 'decisions.md 4',
    rule: "A provider's script that does not come is told on the form, and comes when it is tried again.",
  },
  {
    id: 'social.buttons',
    source: 'product.md 2',
    rule: 'The sign-in form has buttons for the google and facebook social sign-ins.',
  },
  {
    id: 'social.login-failed',
    source: 'product.md 8',
    rule: "A refused social sign-in shows the server's message or 'Login failed'.",
  },
  {
    id: 'social.reset-confirms',
    source: 'decisions.md 4',
    rule: 'A password that was reset with a mailed code confirms the address: what was connected to the account before that goes.',
  },
  {
    id: 'social.delete-account',
    source: 'decisions.md 4',
    rule: 'An account can be deleted with a fresh social credential of its own.',
  },
  {
    id: 'social.prove',
    source: 'decisions.md 4',
    rule: 'A member without a password confirms the end of the account with a fresh social credential.',
  },
];
