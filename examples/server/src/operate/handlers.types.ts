import type { ServerContext } from '../context.ts';
import type { UserRow } from '../sessions/sessions.ts';
import type { Input, Outcome } from './command.types.ts';
import type { CommandName, commands } from './commands.ts';

/** A file that the client has uploaded. Removed after the command unless it was moved. */
export interface Upload {
  /** The client's file name without a folder. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

export interface OperateContext extends ServerContext {
  /** The operating-system user. */
  readonly operator: string;
}

interface ValueOf {
  readonly text: string;
  readonly integer: number;
  readonly flag: boolean;
  readonly time: Date;
  readonly choice: string;
  readonly member: UserRow;
  readonly file: Upload;
  readonly folder: readonly Upload[];
  /** An absolute path. */
  readonly 'new-file': string;
}

type One<I extends Input> = I extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : ValueOf[I['kind']];
type Value<I extends Input> = I extends { readonly many: true }
  ? readonly One<I>[]
  : I extends { readonly required: true } | { readonly kind: 'flag' }
    ? One<I>
    : One<I> | undefined;
type InputOf<Name extends CommandName> = (typeof commands)[Name]['inputs'][number];

/** The checked inputs of a command by name. Missing lists are empty, missing flags false. */
type InputsOf<Name extends CommandName> = {
  readonly [I in InputOf<Name> as I['name']]: Value<I>;
};

/** A destructive command: what it would do, and the work. */
export interface Plan {
  readonly preview: Outcome;
  apply(): Promise<Outcome>;
}

type ResultOf<Name extends CommandName> = (typeof commands)[Name] extends { readonly destructive: true }
  ? Plan
  : Outcome;

/** The handlers of some commands. Errors for the operator are `HttpError`s. */
export type Handlers<Names extends CommandName> = {
  readonly [Name in Names]: (context: OperateContext, inputs: InputsOf<Name>) => Promise<ResultOf<Name>>;
};
