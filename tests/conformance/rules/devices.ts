import type { Rule } from '../rule.ts';

export const devicesRules: readonly Rule[] = [
  {
    id: 'devices.list',
    source: 'traps C15',
    rule: 'A member sees where they are signed in: the devices, this one first, with when each was signed in and used last.',
  },
  {
    id: 'devices.words',
    source: 'traps C15',
    rule: 'A device is named by its browser and its system, in words that a person recognises.',
  },
  {
    id: 'devices.end-one',
    source: 'traps C15',
    rule: 'One device can be signed out; it leaves the list when the server has done it, and not before.',
  },
  { id: 'devices.end-others', source: 'traps C15', rule: 'All other devices can be signed out at once.' },
  {
    id: 'devices.own-only',
    source: 'traps C15',
    rule: 'Nobody sees or ends the sessions of somebody else: theirs answer as what does not exist.',
  },
  {
    id: 'devices.sockets',
    source: 'traps C15',
    rule: 'A device that is signed out is so at once: its token counts no more, and its sockets are closed.',
  },
  {
    id: 'devices.optional',
    source: 'traps C15',
    rule: 'A backend without these calls works: the section is not there.',
  },
  {
    id: 'password.change',
    source: 'traps 3, 6.2.2 and 6.2.3',
    rule: 'Who knows the present password chooses another: the old one counts no more, the other devices are signed out, and a mail tells.',
  },
  {
    id: 'password.form',
    source: 'traps 3, 6.2.2 and 6.2.3',
    rule: 'Change password says beside each field what is wrong with it, sends once, keeps no password, and tells when it is done that the other devices are signed out.',
  },
  {
    id: 'password.optional',
    source: 'traps 3, 6.2.2 and 6.2.3',
    rule: 'A backend that changes no passwords works: the form says so, and where another way is.',
  },
  {
    id: 'password.first',
    source: 'our own',
    rule: 'Who has signed in with a social account alone is told that there is no password yet, and chooses one by a mailed code.',
  },
];
