// The description of a command, from which parsing, help and the reference are derived.

/**
 * The type of an input. `member`: an id or e-mail address. `time`: ISO 8601, UTC without a zone. `file` and `folder`: a
 * path on the machine of the command, which is uploaded. `new-file`: a path that the server writes to; the client makes it
 * absolute.
 */
type InputKind = 'text' | 'integer' | 'flag' | 'time' | 'choice' | 'member' | 'file' | 'folder' | 'new-file';

export interface Input {
  /** In kebab case; an option is typed as `--name`. */
  readonly name: string;
  readonly kind: InputKind;
  readonly about: string;
  /** Typed without a name, in the order of the list. */
  readonly positional?: true;
  readonly required?: true;
  /** Accepts several values. Of the positional inputs, only the last one. */
  readonly many?: true;
  readonly choices?: readonly string[];
  /** The audit stores that it was set, but not its value. */
  readonly personal?: true;
}

export interface Command {
  readonly about: string;
  readonly inputs: readonly Input[];
  /** Lines that can be typed after `npm run operate --`. */
  readonly examples: readonly string[];
  /** Deletes or ends something: has `--dry-run`, and asks before it runs unless `--yes` is set. */
  readonly destructive?: true;
}

/** A value of a `file` or `folder` on the wire: the name of the file and the id of its upload. */
export interface UploadReference {
  readonly name: string;
  readonly upload: string;
}

/** An input on the wire. */
export type WireValue = string | true | readonly string[] | UploadReference | readonly UploadReference[];

/** The body of `POST /commands`. */
export interface CommandRequest {
  readonly command: string;
  /** The operating-system user. */
  readonly operator: string;
  readonly inputs: Readonly<Record<string, WireValue>>;
  readonly dryRun: boolean;
}

/** A value that a command reports. */
export type Reported = string | number | boolean | null;
export type ReportedRow = Readonly<Record<string, Reported>>;

/** The result of a command. `message` says what was done, or what would be done. */
export interface Outcome {
  readonly message: string;
  readonly details?: ReportedRow;
  readonly rows?: readonly ReportedRow[];
}

/** The response to `POST /commands`. */
export type CommandResponse =
  | ({ readonly ok: true } & Outcome)
  | {
      readonly ok: false;
      readonly message: string;
      /** Nothing was changed: an input is wrong, or the command does not fit the present state. */
      readonly refused: boolean;
    };
