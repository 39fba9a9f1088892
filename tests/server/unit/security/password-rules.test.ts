import { describe, expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '../../../../examples/sandbox/src/demo-data/accounts.ts';
import { requireStrongPassword } from '../../../../examples/server/src/security/password-rules.ts';

const owner = { email: 'maya.lindqvist@tradewinds.example', firstName: 'Maya', phone: '+13035550142' };

/** The error message for a password, or null when it is accepted. */
function refusal(password: string, user: Parameters<typeof requireStrongPassword>[1] = owner) {
  try {
    requireStrongPassword(password, user);
    return null;
  } catch (error) {
    const { errors } = error as { errors?: Readonly<Record<string, readonly string[]>> };
    return errors?.password?.[0] ?? String(error);
  }
}

const repeats = ['123123123', '00000000', '88888888', '12341234', 'aaaaaaaa', 'abababab', 'abcabcabc'];
const longRepeats = ['a'.repeat(128), 'ab'.repeat(64), 'password'.repeat(4), 'qwerty12'.repeat(16)];
const sequences = ['987654321', '12345678', 'abcdefgh', 'hgfedcba', '13579111', 'aaaabbbb', '11223344'];
const keyboards = ['qwertyuiop', 'asdfghjkl', 'zaq12wsx', '1q2w3e4r5t', 'poiuytrewq', '1qaz2wsx3edc'];
const words = ['password1', 'P@ssw0rd!', 'p4$$w0rd', 'drowssap', 'letmein1', 'trustno1!', 'iloveyou2'];
const wordsAndDigits = ['dragon99', 'monkey12', 'football2', 'Summer2024', 'Summer2024!', 'michael1985'];
const dates = ['19850412', '12/04/1985', '04-12-1985', '2024-05-06'];
const own = ['maya1985', 'Lindqvist1985', 'tradewinds1', '3035550142', 'MayaMaya1', 'lindqvist!2024'];
const fullWidth = ['１２３４５６７８', 'ａａａａａａａａ'];
const cyrillicKeyboard = [
  'йцукенгш',
  'йцукенгшщзхъ',
  'фывапролд',
  'ячсмитьбю',
  '1й2ц3у4к',
  'йцуфыв123',
  'фівапролд',
];
const greekKeyboard = ['ςερτυθιοπ', 'ασδφγηξκλ', 'ζχψωβνμ1'];
const russianWords = [
  'пароль12',
  'пароль123',
  'Пароль2024',
  'qwertyпароль',
  'привет123',
  'солнышко1',
  'наташа123',
];
const russianWordsOnSigns = [
  'любовь123',
  'люблютебя',
  'пользователь1',
  'Бабушка1',
  'дружба2024',
  'свобода12',
];
const accents = ['contraseña1', 'Contraseña123', 'lösenord1', 'mötdepasse'];

const weak = [
  ...cyrillicKeyboard,
  ...greekKeyboard,
  ...russianWords,
  ...russianWordsOnSigns,
  ...accents,
  ...repeats,
  ...longRepeats,
  ...sequences,
  ...keyboards,
  ...words,
  ...wordsAndDigits,
  ...dates,
  ...own,
  ...fullWidth,
];

const strong = [
  demoPassword,
  'Closing-bell-7',
  'A-new-one-9',
  'Another-bell-0',
  'Different-bell-19',
  'a long password',
  'a new password',
  'another password',
  'quite another one',
  'river stone lamp',
  'correct horse battery staple',
  'canada and back',
  'my constructor likes lamps',
  'tG7kq2xz',
  'xK9#mQ2$vL',
  'vR8-nuthatch',
  'ñandú 👩‍👩‍👧‍👦 8',
  '🔔🦉🌵🎻🪁🍋🧭🛶',
  ' lamp & river ',
  'f3b1c9e07a5d4e12',
  'Ich mag kleine Igel',
  'zwölf Boxkämpfer jagen',
  'мне нравятся ежи',
  'ключ-мост-река',
  'щ7ыКг2эц',
  'μου αρέσουν οι λάμπες',
  '강가의 돌과 등불',
];

describe('a new password', () => {
  test.each(weak)('is rejected when it is weak: %s', (password) => {
    expect(refusal(password)).toMatch(/^(?:This password is|Please choose a password without)/);
  });

  test.each(strong)('is accepted when it is strong: %s', (password) => {
    expect(refusal(password)).toBeNull();
  });

  test('is accepted when it is the demo password of a demo account', () => {
    for (const user of Object.values(demoAccounts)) expect(refusal(demoPassword, user)).toBeNull();
  });

  test('is checked against its owner’s name and e-mail only', () => {
    const password = 'Lindqvist-1985';
    expect(refusal(password)).toMatch(/^This password is too easy to guess/);
    expect(refusal(password, { email: 'ann@example.com' })).toBeNull();
  });

  test('is rejected with a message that explains what to do', () => {
    expect(refusal('password1')).toMatch(/among the most common ones\. Please choose another/);
    expect(refusal('123123123')).toMatch(/too easy to guess\. Try several unrelated words/);
    expect(refusal('my-OpenBell-2026')).toBe(
      'Please choose a password that does not contain the name of this site.',
    );
    expect(refusal('x9-maya.lindqvist-k')).toBe(
      'Please choose a password that does not contain your e-mail address.',
    );
  });

  test('is checked with any text in its owner’s data', () => {
    const odd = {
      email: `${'a.'.repeat(100)}b@${'c.'.repeat(20)}d`,
      firstName: '__proto__ 👩‍👩‍👧‍👦',
      phone: null,
    };
    expect(refusal('123123123', odd)).toMatch(/too easy/);
    expect(refusal('river stone lamp', odd)).toBeNull();
    expect(refusal('river stone lamp', { email: '' })).toBeNull();
  });
});
