/** Control characters, line ends, and the direction overrides that turn the text around a name. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Letters and symbols that fonts draw as blanks. */
const blank = /[\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Whether a text can be shown as somebody's name: on one line, and with at least one visible character. */
export function isPersonName(text: string): boolean {
  return !unsafe.test(text) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(blank, ''));
}
