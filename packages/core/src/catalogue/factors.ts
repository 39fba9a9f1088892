/** Texts of second factors, apart from the catalogue so that only pages that show them load them. */
export const factorTexts = {
  // The second step of a sign-in, and proofs.
  'factors.stepTitle': 'Enter your code',
  'factors.code': 'Code from your authenticator app',
  'factors.codeHint': 'Open the app on your phone and enter the 6-digit code it shows for Openbell.',
  'factors.recoveryCode': 'Recovery code',
  'factors.recoveryCodeHint':
    'Enter one of the codes you saved when you added the app. Each code works once.',
  'factors.useRecoveryCode': 'Use a recovery code',
  'factors.useApp': 'Use the app',
  'factors.codeMissing': 'Please enter the code.',
  'factors.proofTitle': 'Confirm that it’s you',
  'factors.proofPassword': 'Enter your password to go on. We’ll ask again in 5 minutes at the earliest.',
  'factors.proofSignIn':
    'To go on, please sign out and sign in again. You then have 5 minutes to make this change.',
  'factors.confirm': 'Confirm',

  // The section of the profile.
  'factors.title': 'Sign-in and security',
  'factors.app': 'Authenticator app',
  'factors.appOff':
    'Off. Add an app to protect your account: signing in then also needs a code from your phone.',
  'factors.appOn': 'On since {date}. Signing in needs a code.',
  'factors.codesLeft': 'Unused recovery codes: {count}',
  'factors.addApp': 'Add app',
  'factors.removeApp': 'Remove app',
  'factors.newCodes': 'New recovery codes',
  'factors.loadFailed': 'Your sign-in settings could not be loaded.',
  'factors.failed': 'This didn’t work. Please try again.',
  'factors.addTitle': 'Add an authenticator app',
  'factors.addLead': 'Scan this code with an authenticator app, such as Google Authenticator or 1Password.',
  'factors.qr': 'QR code for your authenticator app',
  'factors.secret': 'Or enter this key in the app',
  'factors.firstCode': '6-digit code from the app',
  'factors.codesTitle': 'Save your recovery codes',
  'factors.codesLead':
    'If you lose your phone, each of these codes lets you sign in once. Keep them somewhere safe: we can’t show them again.',
  'factors.copyCodes': 'Copy codes',
  'factors.copied': 'Copied',
  'factors.codesSaved': 'I’ve saved them',
  'factors.removeTitle': 'Remove the authenticator app?',
  'factors.removeLead': 'Signing in will only need your password. Your recovery codes stop working.',
  'factors.replaceTitle': 'Replace your recovery codes?',
  'factors.replaceLead': 'The codes you have now stop working.',
  'factors.replace': 'Replace codes',
  'factors.added': 'The authenticator app is on.',
  'factors.replaced': 'You have new recovery codes.',
  'factors.removed': 'The authenticator app is removed.',
} as const;

/** The name of a text of second factors. */
export type FactorTextCode = keyof typeof factorTexts;
