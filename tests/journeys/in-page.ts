// Runs in the page: finds elements by role and name as a screen reader does, in any browser.
import { queryAllByLabelText, queryAllByRole } from '@testing-library/dom';

/** A pattern that survives JSON. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

export interface Query {
  readonly css?: string;
  readonly role?: string;
  readonly name?: string | Pattern;
  /** The label of a field that has no role, such as a password. */
  readonly label?: string;
  /** Only elements with this text. */
  readonly text?: string;
  readonly within?: Query;
  /** The last match instead of the first. */
  readonly last?: boolean;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
}

function findAll({ css, role, name, label, text, within }: Query): Element[] {
  const root = within === undefined ? document.body : find(within);
  if (!(root instanceof HTMLElement)) return [];
  let found: Element[] = css === undefined ? [] : [...root.querySelectorAll(css)].filter(isShown);
  if (role !== undefined) {
    const wanted = typeof name === 'object' ? new RegExp(name.source, name.flags) : name;
    found = queryAllByRole(root, role, wanted === undefined ? {} : { name: wanted });
  }
  if (label !== undefined) found = queryAllByLabelText(root, label, { exact: false, selector: 'input' });
  return text === undefined ? found : found.filter((element) => element.textContent?.includes(text));
}

export function find(query: Query): Element | null {
  return findAll(query).at(query.last === true ? -1 : 0) ?? null;
}

export const count = (query: Query): number => findAll(query).length;

export function read(query: Query, get: (element: never) => unknown): unknown {
  const element = find(query);
  return element === null ? null : get(element as never);
}

/** The box of an element, after scrolling it into the view. */
export function box(query: Query): Spot | null {
  const element = find(query);
  if (element === null) return null;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** The middle of an element that is enabled and not covered. */
export function target(query: Query): Spot | null {
  const spot = box(query);
  const element = find(query);
  if (spot === null || element === null || element.matches(':disabled')) return null;
  const hit = document.elementFromPoint(spot.x + spot.width / 2, spot.y + spot.height / 2);
  const label = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  const isHit = hit !== null && [element, ...label].some((part) => part.contains(hit));
  return isHit ? spot : null;
}

export function focus(query: Query): boolean {
  const element = find(query);
  if (element instanceof HTMLElement) element.focus();
  return element !== null && document.activeElement === element;
}

export function clickByScript(query: Query): boolean {
  const element = find(query);
  if (element instanceof HTMLElement) element.click();
  return element !== null;
}

/** Selects the text of a field, so that typing replaces it. */
export function selectText(query: Query): boolean {
  const element = find(query);
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return false;
  element.focus();
  element.select();
  return document.activeElement === element;
}
