// Reads what the contract's comments say about each call.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointName } from '@openbell/core/contract';
import ts from 'typescript';

export interface CallNotes {
  readonly area: string;
  readonly summary: string;
  readonly description: string;
  /** The client works without it (`@addition`). */
  readonly isAddition: boolean;
  /** The statuses of success. Default: 200. */
  readonly success: readonly number[];
  /** Descriptions of refusals (`@response 404 …`), by status. */
  readonly refusals: Readonly<Record<number, string>>;
  /** The files of a multipart body (`@files field description`); `field[]` takes several. */
  readonly files: { readonly field: string; readonly description: string } | null;
  /** The parameters of the query: whether each is required. */
  readonly query: Readonly<Record<string, boolean>>;
}

const areas = {
  accounts: 'Accounts',
  factors: 'Second factors',
  passkeys: 'Passkeys',
  billing: 'Billing',
  content: 'Content',
  chat: 'Chat',
  market: 'Market data',
} as const;

const contract = join(import.meta.dirname, '../../packages/core/src/contract');
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function notesOf(declaration: ts.VariableDeclaration, statement: ts.Node, area: string): CallNotes {
  const name = declaration.name.getText();
  const [doc] = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
  const [summary = '', ...paragraphs] = (ts.getTextOfJSDocComment(doc?.comment) ?? '').split(/\n\s*\n/);
  if (summary === '') throw new Error(`${name} has no comment.`);
  const tags = (doc?.tags ?? []).map((tag) => ({
    name: tag.tagName.text,
    text: oneLine(ts.getTextOfJSDocComment(tag.comment) ?? ''),
  }));
  const responses = tags
    .filter((tag) => tag.name === 'response')
    .map(({ text }) => [Number.parseInt(text, 10), text.replace(/^\d+ ?/, '')] as const);
  const success = responses.filter(([status]) => status < 300).map(([status]) => status);
  const [field = '', ...about] = (tags.find((tag) => tag.name === 'files')?.text ?? '').split(' ');
  const query = ts.isTypeReferenceNode(declaration.type ?? statement)
    ? (declaration.type as ts.TypeReferenceNode).typeArguments?.[4]
    : undefined;
  return {
    area,
    summary: oneLine(summary).replace(/\.$/, ''),
    description: paragraphs.map(oneLine).join('\n\n'),
    isAddition: tags.some((tag) => tag.name === 'addition'),
    success: success.length === 0 ? [200] : success,
    refusals: Object.fromEntries(responses.filter(([status]) => status >= 400)),
    files: field === '' ? null : { field, description: about.join(' ') },
    query:
      query !== undefined && ts.isTypeLiteralNode(query)
        ? Object.fromEntries(
            query.members
              .filter(ts.isPropertySignature)
              .map((member) => [member.name.getText(), member.questionToken === undefined]),
          )
        : {},
  };
}

/** The notes on every call, by its name. Throws when a call has no comment. */
export function readCalls(): ReadonlyMap<EndpointName, CallNotes> {
  const notes = new Map<EndpointName, CallNotes>();
  for (const [file, area] of Object.entries(areas)) {
    const path = join(contract, `${file}.endpoints.ts`);
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const declaration of statement.declarationList.declarations) {
        const name = declaration.name.getText().replace(/Endpoint$/, '') as EndpointName;
        notes.set(name, notesOf(declaration, statement, area));
      }
    }
  }
  return notes;
}
