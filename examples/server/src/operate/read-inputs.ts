// Checks the inputs of a command against its description.
import { isAbsolute } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sameAddress } from '../db/same-address.ts';
import { users } from '../db/schema/accounts.ts';
import { HttpError } from '../http/http-error.ts';
import type { UserRow } from '../sessions/sessions.ts';
import type { Command, Input, WireValue } from './command.types.ts';
import { findCommand, labelOf } from './commands.ts';
import type { Upload } from './handlers.types.ts';

const MAX_INTEGER = 2_147_483_647;
/** Characters. */
const MAX_TEXT = 10_000;

export interface ReadInputs {
  /** By name, as in `InputsOf`. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What the audit stores. */
  readonly audited: Readonly<Record<string, unknown>>;
}

interface InputSources {
  readonly db: Db;
  /** Returns an uploaded file; undefined for an unknown id. */
  readonly findUpload: (id: string, name: string) => Upload | undefined;
}

/** Reads and checks all inputs. Throws 422 with the name of the wrong one, 404 for an unknown member. */
export async function readInputs(
  command: Command,
  sent: Readonly<Record<string, WireValue>>,
  sources: InputSources,
): Promise<ReadInputs> {
  const values: Record<string, unknown> = {};
  const audited: Record<string, unknown> = {};
  const unknown = Object.keys(sent).find((name) => !command.inputs.some((input) => input.name === name));
  if (unknown !== undefined) throw refuse(unknown, 'is not an input of this command.');
  for (const input of command.inputs) {
    const raw = Object.hasOwn(sent, input.name) ? sent[input.name] : undefined;
    if (raw === undefined) {
      if (input.required) throw refuse(labelOf(input), 'is missing.');
      values[input.name] = input.many ? [] : input.kind === 'flag' ? false : undefined;
      continue;
    }
    const value = await readInput(input, raw, sources);
    values[input.name] = value;
    audited[input.name] = input.personal ? '[redacted]' : auditedValue(input, value);
  }
  return { values, audited };
}

async function readInput(input: Input, raw: WireValue, sources: InputSources): Promise<unknown> {
  if (input.kind === 'flag') {
    if (raw === true) return true;
    throw refuse(labelOf(input), 'takes no value.');
  }
  if (input.kind === 'file' || input.kind === 'folder') return readUploads(input, raw, sources);
  const list = Array.isArray(raw) ? raw : [raw];
  if (!list.every((entry) => typeof entry === 'string')) throw refuse(labelOf(input), 'must be text.');
  if (!input.many && list.length !== 1) throw refuse(labelOf(input), 'must have one value.');
  if (input.required && list.length === 0) throw refuse(labelOf(input), 'is missing.');
  const values: unknown[] = [];
  for (const text of list) values.push(await readText(input, text, sources.db));
  return input.many ? values : values[0];
}

async function readText(input: Input, text: string, db: Db): Promise<unknown> {
  switch (input.kind) {
    case 'integer':
      if (/^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_INTEGER) return Number(text);
      throw refuse(labelOf(input), `must be a positive whole number.${listHint(input)}`);
    case 'time':
      return readTime(labelOf(input), text);
    case 'choice':
      if (input.choices?.includes(text)) return text;
      throw refuse(labelOf(input), `must be one of ${input.choices?.join(', ')}.`);
    case 'member':
      return findMember(db, text);
    case 'new-file':
      if (isAbsolute(text) && !text.includes('\u0000')) return text;
      throw refuse(labelOf(input), 'must be an absolute path.');
    default:
      if (text.trim() === '') throw refuse(labelOf(input), 'must not be empty.');
      if (text.length > MAX_TEXT || text.includes('\u0000'))
        throw refuse(labelOf(input), 'is not valid text.');
      return text.trim();
  }
}

/** Parses a date or an instant. Without a zone it is UTC. */
function readTime(label: string, text: string): Date {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text);
  const [, day, time = '00:00', zone = 'Z'] = parts ?? [];
  const at = new Date(`${day}T${time}${zone}`);
  // A day that does not exist, such as 2027-02-30, becomes another one.
  const isDay = new Date(`${day}T00:00Z`).toJSON()?.startsWith(`${day}T`) === true;
  if (isDay && !Number.isNaN(at.getTime())) return at;
  throw refuse(label, 'must be a time like 2027-01-31 or 2027-01-31T14:30:00Z.');
}

/** Finds a member by id or e-mail address. Throws 404 for an unknown or deleted one. */
async function findMember(db: Db, text: string): Promise<UserRow> {
  const isId = /^\d{1,9}$/.test(text);
  const [user] = await db
    .select()
    .from(users)
    .where(
      and(isNull(users.deletedAt), isId ? eq(users.id, Number(text)) : sameAddress(users.email, text.trim())),
    );
  if (user !== undefined) return user;
  throw new HttpError(404, `There is no member ${text}. Find members with: member find <text>`);
}

function readUploads(input: Input, raw: WireValue, { findUpload }: InputSources): unknown {
  const list = Array.isArray(raw) ? raw : [raw];
  const uploads = list.map((entry) => {
    const found =
      typeof entry === 'object' && typeof entry.upload === 'string' && typeof entry.name === 'string'
        ? findUpload(entry.upload, entry.name)
        : undefined;
    if (found === undefined) throw refuse(labelOf(input), 'is not an uploaded file.');
    return found;
  });
  return input.kind === 'folder' ? uploads : uploads[0];
}

function auditedValue({ kind }: Input, value: unknown): unknown {
  const one = (entry: unknown): unknown => {
    if (entry instanceof Date) return entry.toISOString();
    if (kind === 'member') return (entry as UserRow).id;
    return kind === 'file' || kind === 'folder' ? (entry as Upload).name : entry;
  };
  return Array.isArray(value) ? value.map(one) : one(value);
}

/** Names the command that lists the ids of an input, such as `chat list`. */
function listHint({ name }: Input): string {
  const list = `${name} list`;
  return findCommand(list) === undefined ? '' : ` See: ${list}`;
}

function refuse(label: string, problem: string): HttpError {
  return new HttpError(422, `${label} ${problem}`);
}
