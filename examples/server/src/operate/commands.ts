// The commands of the operator. The client derives parsing and help from this table, docs/guides/operate-commands.md its
// reference, and the server the types and checks of the inputs.
import type { Command, Input } from './command.types.ts';

const positional = { positional: true, required: true } as const satisfies Partial<Input>;
const member = {
  ...positional,
  name: 'member',
  kind: 'member',
  about: 'Id or e-mail address.',
} as const satisfies Input;
const idOf = <const Name extends string>(name: Name) =>
  ({ ...positional, name, kind: 'integer', about: `Id of the ${name}.` }) as const;
const chat = idOf('chat');
const course = idOf('course');
const report = idOf('report');
const groupName = {
  ...positional,
  name: 'name',
  kind: 'text',
  about: 'Up to 100 characters.',
} as const satisfies Input;
const folder = {
  ...positional,
  name: 'folder',
  kind: 'folder',
  about: 'The folder.',
} as const satisfies Input;

export const commands = {
  'alert publish': {
    about: 'Publishes an alert to all subscribers, now or at a time.',
    inputs: [
      { ...positional, name: 'text', kind: 'text', about: 'Up to 2,000 characters.' },
      { name: 'picture', kind: 'file', about: 'A JPEG, PNG or WebP file. Its address is added as a line.' },
      { name: 'link', kind: 'text', about: 'An https:// address, added as the last line.' },
      { name: 'at', kind: 'time', about: 'Publishes at this time instead of now.' },
    ],
    examples: [
      'alert publish "SPY 520 calls, stop 1.80"',
      'alert publish "SPY 520 calls, stop 1.80" --picture examples/server/example-course/first-trade.webp',
      'alert publish "The live session begins at 10:00" --link https://example.com/live --at 2027-01-11T14:45:00Z',
    ],
  },
  'alert list': {
    about: 'Lists the scheduled and the newest published alerts.',
    inputs: [{ name: 'limit', kind: 'integer', about: 'Number of published alerts. Default: 20.' }],
    examples: ['alert list', 'alert list --limit 100 --json'],
  },
  'alert retract': {
    about: 'Removes a published or scheduled alert.',
    inputs: [
      { ...positional, name: 'alert', kind: 'text', about: 'Id of the alert; a scheduled one as s1, s2, …' },
    ],
    examples: ['alert retract 41 --dry-run', 'alert retract s3 --yes'],
    destructive: true,
  },
  'chat list': {
    about: 'Lists the chats with their number of members.',
    inputs: [{ name: 'archived', kind: 'flag', about: 'Lists the archived chats instead.' }],
    examples: ['chat list'],
  },
  'chat create': {
    about: 'Creates a group chat.',
    inputs: [
      groupName,
      { name: 'member', kind: 'member', many: true, about: 'A first member; can be repeated.' },
    ],
    examples: ['chat create "Morning room" --member mentor@example.com --member 12'],
  },
  'chat personal': {
    about: 'Creates a personal chat between two people, for example a mentor and a member.',
    inputs: [
      { ...member, name: 'first' },
      { ...member, name: 'second' },
    ],
    examples: ['chat personal mentor@example.com 12'],
  },
  'chat rename': {
    about: 'Renames a group chat.',
    inputs: [chat, groupName],
    examples: ['chat rename 3 "Opening bell"'],
  },
  'chat add': {
    about: 'Adds members to a group chat. They can read its history, which counts as read.',
    inputs: [chat, { ...member, name: 'members', many: true }],
    examples: ['chat add 3 12 13 ada@example.com'],
  },
  'chat remove': {
    about: 'Removes a member from a group chat. Their messages stay.',
    inputs: [chat, member],
    examples: ['chat remove 3 ada@example.com --yes'],
    destructive: true,
  },
  'chat archive': {
    about: 'Hides a chat from its members. Nothing is deleted; see chat restore.',
    inputs: [chat],
    examples: ['chat archive 3 --dry-run', 'chat archive 3 --yes'],
    destructive: true,
  },
  'chat restore': {
    about: 'Returns an archived chat to its members.',
    inputs: [chat],
    examples: ['chat restore 3'],
  },
  'chat export': {
    about: 'Prints the messages of a chat, also of an archived one. Use --json for a file.',
    inputs: [chat],
    examples: ['chat export 3 --json'],
  },
  'course list': {
    about: 'Lists all courses in their order.',
    inputs: [],
    examples: ['course list'],
  },
  'course add': {
    about: 'Adds an unpublished course from a folder with course.md and its files. Checks each link.',
    inputs: [
      folder,
      { name: 'allow-broken-links', kind: 'flag', about: 'Adds the course although a link fails.' },
    ],
    examples: ['course add examples/server/example-course'],
  },
  'course edit': {
    about: 'Replaces the texts and files of a course by those of a folder.',
    inputs: [
      course,
      folder,
      { name: 'allow-broken-links', kind: 'flag', about: 'Edits the course although a link fails.' },
    ],
    examples: ['course edit 4 examples/server/example-course'],
  },
  'course publish': {
    about: 'Shows a course to the members, or hides it.',
    inputs: [course, { name: 'hide', kind: 'flag', about: 'Hides the course.' }],
    examples: ['course publish 4', 'course publish 4 --hide'],
  },
  'course order': {
    about: 'Sets the order of the courses. Courses that are not named follow in their present order.',
    inputs: [
      { ...positional, name: 'courses', kind: 'integer', many: true, about: 'Ids, the first course first.' },
    ],
    examples: ['course order 4 1 2'],
  },
  'report list': {
    about: 'Lists the open reports of messages, oldest first.',
    inputs: [{ name: 'all', kind: 'flag', about: 'Lists the resolved reports as well.' }],
    examples: ['report list'],
  },
  'report show': {
    about: 'Shows a report with the reported text and the messages around it.',
    inputs: [report],
    examples: ['report show 7'],
  },
  'report resolve': {
    about: 'Resolves all open reports of a message and notifies the people who reported it by mail.',
    inputs: [
      report,
      {
        name: 'action',
        kind: 'choice',
        choices: ['hide', 'mute', 'ban', 'dismiss'],
        required: true,
        about:
          'hide: removes the text and files of the message for everyone. mute: hides it, and the sender cannot post for some days. ban: hides it, and bans the sender. dismiss: changes nothing.',
      },
      { name: 'days', kind: 'integer', about: 'Days of a mute, only with --action mute. Default: 7.' },
    ],
    examples: ['report resolve 7 --action hide --dry-run', 'report resolve 7 --action mute --days 3 --yes'],
    destructive: true,
  },
  'member find': {
    about: 'Finds members by a part of their name or e-mail address, newest first.',
    inputs: [
      { ...positional, name: 'text', kind: 'text', personal: true, about: 'A part of the name or address.' },
    ],
    examples: ['member find ada'],
  },
  'member show': {
    about: 'Shows a member with their plans and second factors.',
    inputs: [member],
    examples: ['member show ada@example.com'],
  },
  'member grant': {
    about: 'Grants access until a date, as a plan of the provider "manual". Paid plans do not change.',
    inputs: [
      member,
      { name: 'days', kind: 'integer', about: 'Days of access from now.' },
      {
        name: 'until',
        kind: 'time',
        about: 'End of access, instead of --days. A date ends it at 00:00 UTC.',
      },
    ],
    examples: ['member grant ada@example.com --days 30', 'member grant 12 --until 2027-06-30'],
  },
  'member revoke': {
    about: 'Ends the granted access of a member. Paid plans do not change.',
    inputs: [member],
    examples: ['member revoke ada@example.com --yes'],
    destructive: true,
  },
  'member sessions': {
    about: 'Lists the devices on which a member is signed in.',
    inputs: [member],
    examples: ['member sessions 12'],
  },
  'member sign-out': {
    about: 'Signs a member out on one device or on all.',
    inputs: [
      member,
      { name: 'session', kind: 'integer', about: 'Id of the session. Without it, all sessions end.' },
    ],
    examples: ['member sign-out 12 --yes'],
    destructive: true,
  },
  'member ban': {
    about: 'Signs a member out, refuses further sign-ins, and cancels the renewal of the plan.',
    inputs: [member],
    examples: ['member ban 12 --dry-run', 'member ban 12 --yes'],
    destructive: true,
  },
  'member unban': {
    about: 'Ends a ban and a mute. A cancelled plan stays cancelled.',
    inputs: [member],
    examples: ['member unban 12'],
  },
  'member reset-factors': {
    about:
      'Removes the authenticator app and the passkeys of a member who lost them, and signs them out. Sends a mail.',
    inputs: [member],
    examples: ['member reset-factors 12 --dry-run', 'member reset-factors 12 --yes'],
    destructive: true,
  },
  'member export': {
    about: 'Writes a ZIP file with everything that is stored about a member, as the member can request it.',
    inputs: [
      member,
      {
        name: 'to',
        kind: 'new-file',
        required: true,
        personal: true,
        about: 'The file to create, readable by the user of the server only.',
      },
    ],
    examples: ['member export ada@example.com --to ada.zip'],
  },
  'member delete': {
    about: 'Ends the plan of a member and deletes their personal data, as the member can in the profile.',
    inputs: [member],
    examples: ['member delete 12 --dry-run', 'member delete 12 --yes'],
    destructive: true,
  },
  'billing find': {
    about: 'Finds plans and payments by member, or by an id of the payment provider.',
    inputs: [
      {
        ...positional,
        name: 'text',
        kind: 'text',
        personal: true,
        about: 'E-mail address, member id, or an id of a customer, plan or payment at the provider.',
      },
    ],
    examples: ['billing find ada@example.com', 'billing find sub_1QxYz'],
  },
  'billing refund': {
    about:
      'Refunds a payment at its provider. A full refund of the newest payment ends the access that it paid for.',
    inputs: [
      { ...positional, name: 'payment', kind: 'integer', about: 'Id of the payment, see billing find.' },
      {
        name: 'cents',
        kind: 'integer',
        about: 'A part of the payment. Without it, all that is not refunded.',
      },
    ],
    examples: ['billing refund 31 --dry-run', 'billing refund 31 --cents 2500 --yes'],
    destructive: true,
  },
  'billing resync': {
    about: 'Reads the plans and payments of a member from the payment provider.',
    inputs: [member],
    examples: ['billing resync ada@example.com'],
  },
  'mail test': {
    about: 'Sends a test mail at once and reports the error of the mail server.',
    inputs: [{ ...positional, name: 'address', kind: 'text', personal: true, about: 'The recipient.' }],
    examples: ['mail test owner@example.com'],
  },
  doctor: {
    about: 'Checks keys, webhooks, mail, storage, clock and migrations, and says what to do.',
    inputs: [],
    examples: ['doctor', 'doctor --json'],
  },
  digest: {
    about: 'Shows the weekly digest as it would be mailed now.',
    inputs: [{ name: 'send', kind: 'flag', about: 'Also mails it to OWNER_EMAIL.' }],
    examples: ['digest', 'digest --send'],
  },
  audit: {
    about: 'Lists the last commands: who, when, what.',
    inputs: [{ name: 'limit', kind: 'integer', about: 'Number of commands. Default: 50.' }],
    examples: ['audit --limit 10'],
  },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

/** Returns a command by its name; undefined for an unknown name. */
export function findCommand(name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name as CommandName] : undefined;
}

/** Returns an input as it is typed, for messages: `text`, or `--at` for an option. */
export function labelOf({ name, positional }: Input): string {
  return positional ? name : `--${name}`;
}
