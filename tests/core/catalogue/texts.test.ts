// The catalogue contains every literal text of the specification.
import { createTexts, englishTexts, type TextCode } from '@openbell/core/catalogue';
import { describe, expect, it } from 'vitest';

const quotedTexts = [
  'Failed to send OTP',
  'Login failed',
  'Please verify reCAPTCHA.',
  'Please fill all fields',
  'Form submitted successfully',
  'Failed to submit form',
  'Error: {message}',
  'Unsubscription successful. You will receive a confirmation email shortly.',
  'Unsubscription failed. Please try again later.',
  'No alert code provided',
  'Failed to load alert',
  'No alert found',
  'Update failed. Please try again.',
  'Please enter a message or select a file to send.',
  'Microphone access denied or not supported.',
  'You are not allowed to access this page. Please contact your administrator.',
  'Download failed. Please try again.',
  // Empty and loading states.
  'Loading profile…',
  'Loading Course...',
  'No course found.',
  'No Courses Available',
  'No alerts found.',
  'No Data Available',
  'No Big Delta Trades Available',
  'No tickers found',
  'Please type to search',
  'No details available for this ticker.',
  'Please select a ticker to view details.',
  'Unsupported message',
  'Start the conversation!',
  'No payment history available.',
  // Other quotes.
  '-- Select an option --',
  'You are already subscribed.',
  'Go to Profile',
  'Full Name*',
  'Email*',
  'Type your question',
  'Add a Payment Method',
  'Set up',
  'Processing...',
  'Forget Password',
  'Send OTP',
  'Verify OTP',
  'Reset Password',
  'Send Again',
  'Password reset successfully',
  'Page Not Found',
  'Go Back Home',
  'Light Mode',
  'Dark Mode',
  'Please subscribe to a plan to access premium features.',
  'View PDF',
  'N/A',
  'Save',
  'Updating…',
  'Yes, Continue',
  'No, Go Back',
  'No, Take Me Back',
  'Yes, Unsubscribe',
  'No, Cancel',
  'More Messages',
  '{name} is typing...',
  '{count} users are typing...',
  '{name} unsend this message',
  'This user has been blocked by you.',
  'Are you sure you want to report this message?',
  'This action will be reviewed by the admin.',
  'Search ticker...',
  'No content available',
  'Load More',
  'No More Alerts',
];

const texts: readonly string[] = Object.values(englishTexts);

describe('the catalogue', () => {
  it.each(quotedTexts)('contains %j [errors.quotes]', (text) => {
    expect(texts).toContain(text);
  });

  it('every text can be overridden [errors.overrides]', () => {
    const text = createTexts({ 'accounts.loginFailed': 'Anmeldung fehlgeschlagen' });
    expect(text('accounts.loginFailed')).toBe('Anmeldung fehlgeschlagen');
    for (const code of Object.keys(englishTexts) as TextCode[]) {
      expect(createTexts({ [code]: 'other' })(code)).toBe('other');
    }
  });
});
