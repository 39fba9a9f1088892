// A browser that translates a page replaces text nodes. React cannot remove a replaced one or insert before it, so a text
// that changes, or that has a sibling that changes, is in an element of its own, and no component returns a text.
import { expect, test } from 'vitest';
import { type BareText, findBareTexts } from './bare-text.ts';

const folders = ['packages/ui/src', 'examples/web/src'];

const fixture = `
import type { ReactNode } from 'react';
declare const isOn: boolean;
declare const name: string;
declare const count: number;
declare const list: readonly string[];
declare const slot: ReactNode;
declare const icon: React.ReactElement | null;
declare function text(code: string, values?: object): string;
declare function Part(props: { children?: ReactNode }): ReactNode;
`;

/** Children of an element, and the texts that have to be wrapped. */
const cases: readonly (readonly [children: string, bare: readonly string[]])[] = [
  ['<p>{name}</p>', []],
  ['<p>{isOn ? name : null}</p>', []],
  ['<p>{isOn ? name : <b>1</b>}</p>', []],
  ['<p>Fixed <b>words</b> only.</p>', []],
  ["<p>{text('shell.fixed')} <b>words</b></p>", []],
  ['<p><b>{name}</b> <i>{count}</i></p>', []],
  ['<p>{icon}<span>{name}</span></p>', []],
  ['<p>{isOn && <b>1</b>}{" "}<i>2</i></p>', []],
  ['<p>{list.map((one) => <b key={one}>{one}</b>)}</p>', []],
  ['<p>{name} <b>words</b></p>', ['{name}']],
  ['<p>{isOn ? name : null}<b>words</b></p>', ['{isOn ? name : null}']],
  ['<p>{isOn ? <b>1</b> : null}Save</p>', ['Save']],
  ["<p>{icon}{text('shell.save')}</p>", ["{text('shell.save')}"]],
  ['<p>{count}%</p>', ['{count}', '%']],
  ['<p>{count > 0 && name}<b>words</b></p>', ['{count > 0 && name}']],
  ['<p>{list}</p>', ['{list}']],
  [
    '<p>{list.map((one) => (isOn ? one : <b key={one}>1</b>))}</p>',
    ['{list.map((one) => (isOn ? one : <b key={one}>1</b>))}'],
  ],
  ['<p>{slot}<b>words</b></p>', ['{slot}']],
  ['<>{name}</>', ['{name}']],
  ['<Part>{isOn ? <b>1</b> : null} {name}</Part>', ['{name}']],
];

/** Bodies of components, and what they must not return. */
const bodies: readonly (readonly [body: string, bare: readonly string[]])[] = [
  ['return <p>{name}</p>;', []],
  ['return isOn ? <p>{name}</p> : null;', []],
  ['return icon;', []],
  ['return isOn ? name : <p>{name}</p>;', ['isOn ? name : <p>{name}</p>']],
  ['return slot;', ['slot']],
  ['return list.map((one) => one);', ['list.map((one) => one)']],
];

test('texts that change, or whose siblings change, have an element of their own', () => {
  const source = [
    ...cases.map(([children], index) => `export const case${index} = ${children};`),
    ...bodies.map(([body], index) => `export function Body${index}() { ${body} }`),
  ].join('\n');
  const found = findBareTexts(folders, { name: 'fixture.tsx', text: fixture + source });
  const firstLine = fixture.split('\n').length;
  const bareOf = (index: number): string[] =>
    found.fixture.filter(({ line }) => line === firstLine + index).map(({ code }) => code);
  expect(cases.map(([children], index) => [children, bareOf(index)])).toEqual(cases);
  expect(bodies.map(([body], index) => [body, bareOf(cases.length + index)])).toEqual(bodies);
  expect(found.files.filter(({ file }) => !file.includes('/gallery/')).map(shown)).toEqual([]);
});

const shown = ({ file, line, code }: BareText): string => `${file}:${line} ${code}`;
