import type { Rule } from '../rule.ts';

const rule = (source: Rule['source'], name: string, text: string): Rule => ({
  id: `otp.${name}`,
  source,
  rule: text,
});

export const otpRules: readonly Rule[] = [
  // The page.
  rule('product.md 2', 'page', 'Forgot password is one form in three steps, with a Sign in link to /signin.'),
  rule('product.md 2', 'title', "Forgot password is titled 'Forget Password'."),
  rule(
    'product.md 2',
    'journey',
    'Forget Password: a wrong code, Send Again, the right code and a new password lead to /signin, where it signs in.',
  ),
  rule('product.md 2', 'show-password', 'Each password field has a show/hide toggle.'),

  // The steps.
  rule(
    'product.md 4',
    'step-send',
    "'Send OTP': on 200 the code's input appears and the button becomes 'Verify OTP'.",
  ),
  rule('product.md 4', 'countdown-60', 'A code that was sent starts a countdown of 60 seconds.'),
  rule(
    'product.md 4',
    'step-verify',
    "'Verify OTP': on success both password fields appear and the button becomes 'Reset Password'.",
  ),
  rule(
    'product.md 4',
    'step-reset',
    "'Reset Password': on success the server's message shows in an alert and the person goes to /signin.",
  ),
  rule('product.md 4', 'success-alert', "The alert's default is 'Password reset successfully'."),
  rule(
    'product.md 4',
    'send-again-disabled',
    "'Send Again' is disabled while the countdown runs or a request is in flight.",
  ),
  rule(
    'product.md 4',
    'send-again',
    "'Send Again' asks for a new code, returns to Verify OTP, clears what was verified and restarts the 60 seconds.",
  ),
  rule('product.md 4', 'stale-answer', 'An answer that comes after its step was left changes nothing.'),
  rule('product.md 4', 'no-double', 'A step is sent once, however often its button is pressed.'),
  rule(
    'product.md 4',
    'machine',
    'Any order of requests, late and lost answers keeps the steps in order, and none resets without a verified newest code.',
  ),
  rule('product.md 4', 'focus', 'Each step begins with the focus in its first field.'),
  rule(
    'product.md 4',
    'resend-refused',
    'A refused Send Again leaves the step; with a wait, the countdown shows it.',
  ),

  // The input.
  rule('product.md 5', 'email-required', 'An address is required, and has the form of one.'),
  rule('product.md 5', 'six-boxes', 'The code has six boxes.'),
  rule('product.md 5', 'single-digit', 'A box takes a single digit or nothing.'),
  rule('product.md 5', 'digit-moves', 'Typing a digit moves the focus to the next box.'),
  rule('product.md 5', 'backspace', 'Backspace on an empty box moves back.'),
  rule('product.md 5', 'combined-value', 'The combined value is reported on each change.'),
  rule('product.md 5', 'paste', 'A pasted code fills all six boxes.'),
  rule('product.md 5', 'autofill', 'A code that the device fills in from a message fills all six boxes.'),
  rule('product.md 5', 'arrows', 'Arrow keys, Home and End move between the boxes.'),
  rule(
    'product.md 5',
    'no-client-password-rules',
    'Password strength and match are not checked on the client.',
  ),

  // The calls.
  rule(
    'product.md 7',
    'calls',
    'send-otp, verify-otp, reset-password and resend-otp answer 200 and a message.',
  ),
  rule('product.md 7', 'only-200', '200 alone is success.'),

  // The errors.
  rule('product.md 8', 'error-message', "A refusal of any step shows the server's message under the form."),
  rule(
    'product.md 8',
    'error-default',
    "Without a message it says 'Failed to send OTP', for all three steps.",
  ),
  rule(
    'product.md 8',
    'error-linked',
    'The message is tied to the field that it is about, which takes the focus.',
  ),
  rule('product.md 8', 'resend-error', 'A refused Send Again shows both in an alert and under the form.'),

  // The constants.
  rule('product.md 9', 'six-digits', 'A code has six digits.'),
  rule('product.md 9', 'countdown-ticks', 'The countdown ticks each second.'),
  rule(
    'product.md 9',
    'countdown-background',
    'After a time in the background the countdown shows the truth at once.',
  ),
  rule(
    'product.md 9',
    'countdown-reload',
    'The countdown survives a reload, and neither a code nor a password is kept for it.',
  ),
  rule(
    'product.md 9',
    'countdown-clock',
    'A clock that is put back makes nobody wait longer than the countdown.',
  ),

  // The server.
  rule('decisions.md 4', 'retry-after', "The countdown honours the server's retry_after."),
  rule('decisions.md 4', 'verify-keeps', 'Verifying does not consume the code.'),
  rule('decisions.md 4', 'reset-consumes', 'A reset consumes the code: it sets one password, once.'),
  rule('decisions.md 4', 'ten-minutes', 'A code is good for ten minutes.'),
  rule('decisions.md 4', 'uniform', 'Known and unknown addresses are answered alike.'),
  rule('decisions.md 4', 'new-replaces-old', 'A new code replaces the old one.'),
  rule('decisions.md 4', 'reset-wants-verified', 'A code that was not verified resets nothing.'),
  rule('decisions.md 4', 'one-address', 'A code is good for the address that it was sent to alone.'),
  rule('decisions.md 4', 'password-rules', 'A reset judges the password as a registration does.'),
  rule('decisions.md 4', 'hashed', 'Codes are kept as keyed digests, and stand in no log.'),
  rule(
    'decisions.md 11',
    'every-60-seconds',
    'A code every 60 seconds for an account; sooner is 429 with Retry-After.',
  ),
  rule(
    'decisions.md 11',
    'codes-a-day',
    'Five codes an hour and ten a day for an account keep guessing hopeless.',
  ),
  rule('decisions.md 11', 'five-tries', 'A code is dead after five failed tries.'),
  rule(
    'decisions.md 11',
    'count-goes-on',
    'A failed reset counts as a try, and a successful verify does not begin the count anew.',
  ),
  rule('decisions.md 11', 'parallel-guessing', 'Of any number of guesses at once, five are looked at.'),
  rule('decisions.md 11', 'ends-sessions', 'A reset ends every session of that person, and their sockets.'),
  rule('decisions.md 11', 'changed-mail', 'A changed password is told to the person by mail.'),

  // The mails.
  rule('decisions.md 7', 'stored-address', 'A code goes to the stored address, never to the posted one.'),
  rule('decisions.md 7', 'smtp', 'Mail goes by SMTP to one recipient, with no header but ours.'),
  rule(
    'decisions.md 7',
    'header-injection',
    'Line ends and lists in addresses and subjects add no recipient and no header.',
  ),
  rule('decisions.md 7', 'mail-retried', 'A mail that fails is tried again, later each time.'),
  rule('decisions.md 9', 'outbox', '/dev/mail.json lists the mails to an address, newest first.'),
  rule('decisions.md 9', 'limits-off', 'RATE_LIMITS=off leaves the five tries of a code.'),
  rule('decisions.md 9', 'no-sandbox-mail', 'Production refuses to start without a mail server.'),
  {
    id: 'otp.reset-token',
    source: 'traps C3',
    rule: 'The token that a verification gives is sent with the reset and counts instead of the code: once, for its address, and no longer than the code.',
  },
  {
    id: 'otp.codes-from-address',
    source: 'traps C1',
    rule: 'Twenty codes an hour are sent for one network address, whoever they are for.',
  },
  {
    id: 'otp.weak-password',
    source: 'traps C6',
    rule: 'A reset refuses the weak passwords that the sign-up refuses, and the code stays good.',
  },
  {
    id: 'otp.one-form',
    source: 'product.md 4',
    rule: 'Send OTP, Verify OTP and Reset Password follow each other in one form, each with its own fields.',
  },
  {
    id: 'otp.input-method',
    source: 'traps 5',
    rule: 'An input method puts a digit together before the focus moves on; a composition that is given up leaves the box as it was, and a digit that comes without a key is a digit.',
  },
];
