import { invalid } from './problems.ts';

/** A form value: text, or nested by brackets in its name (`items[0][price]`). */
type FormValue = string | FormTree;
export interface FormTree {
  readonly [name: string]: FormValue;
}

/** Decodes a form-encoded text with bracketed names into a tree. Throws for contradictory names. */
export function decodeForm(text: string): FormTree {
  const root: Record<string, FormValue> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) insert(root, name, value);
  return root;
}

/** Splits `items[0][price]` into `['items', '0', 'price']`; the empty part of `expand[]` means the next index. */
function pathOf(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket <= 0) return [name];
  return [
    name.slice(0, bracket),
    ...[...name.slice(bracket).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? ''),
  ];
}

function insert(root: Record<string, FormValue>, name: string, value: string): void {
  let node = root;
  const path = pathOf(name);
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(node).length) : part;
    if (index === path.length - 1) {
      node[key] = value;
      return;
    }
    const next = node[key];
    if (typeof next === 'string') throw invalid(`Invalid object: ${name}`, { param: name });
    if (next === undefined) node[key] = Object.create(null);
    node = node[key] as Record<string, FormValue>;
  }
}

/** Reads the parameters of a call. `done()` refuses the names that were not read, as Stripe refuses unknown ones. */
export class Params {
  readonly #tree: FormTree;
  readonly #path: string;
  readonly #read = new Set<string>();
  readonly #children: Params[] = [];

  constructor(tree: FormTree, path = '') {
    this.#tree = tree;
    this.#path = path;
  }

  /** The text, or undefined when it is absent. */
  text(name: string): string | undefined {
    this.#read.add(name);
    const value = this.#tree[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string')
      throw invalid(`Invalid string: ${this.#name(name)}`, { param: this.#name(name) });
    if (value.length > 5000) {
      throw invalid(`Invalid string: must be at most 5000 characters`, { param: this.#name(name) });
    }
    return value;
  }

  /** The text; its absence is an error. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') {
      throw invalid(`Missing required param: ${this.#name(name)}.`, {
        code: 'parameter_missing',
        param: this.#name(name),
      });
    }
    return value;
  }

  integer(name: string, min: number, max: number): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^-?\d{1,15}$/.test(value) || number < min || number > max) {
      throw invalid(`Invalid integer: ${value}`, {
        code: 'parameter_invalid_integer',
        param: this.#name(name),
      });
    }
    return number;
  }

  boolean(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value !== 'true' && value !== 'false') {
      throw invalid(`Invalid boolean: ${value}`, { param: this.#name(name) });
    }
    return value === 'true';
  }

  oneOf<const T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) {
      throw invalid(`Invalid ${this.#name(name)}: must be one of ${values.join(', ')}`, {
        param: this.#name(name),
      });
    }
    return found;
  }

  /** A nested object; an absent one reads as empty. */
  child(name: string): Params {
    this.#read.add(name);
    const value = this.#tree[name];
    if (typeof value === 'string' && value !== '') {
      throw invalid(`Invalid object: ${this.#name(name)}`, { param: this.#name(name) });
    }
    const child = new Params(typeof value === 'object' ? value : {}, this.#name(name));
    this.#children.push(child);
    return child;
  }

  /** The members of a nested list, in order. */
  list(name: string): string[] {
    this.#read.add(name);
    const value = this.#tree[name];
    if (value === undefined) return [];
    if (typeof value === 'string') return [value];
    return Object.values(value).map((item) => {
      if (typeof item !== 'string')
        throw invalid(`Invalid array: ${this.#name(name)}`, { param: this.#name(name) });
      return item;
    });
  }

  /** A nested list of objects, in order. */
  objects(name: string): Params[] {
    this.#read.add(name);
    const value = this.#tree[name];
    if (value === undefined) return [];
    if (typeof value === 'string')
      throw invalid(`Invalid array: ${this.#name(name)}`, { param: this.#name(name) });
    return Object.keys(value).map((key) => {
      const item = value[key];
      const child = new Params(typeof item === 'object' ? item : {}, `${this.#name(name)}[${key}]`);
      this.#children.push(child);
      return child;
    });
  }

  /** `metadata[...]`: any keys, text values. */
  metadata(): Record<string, string> | undefined {
    this.#read.add('metadata');
    const value = this.#tree.metadata;
    if (value === undefined) return undefined;
    const metadata: Record<string, string> = {};
    if (typeof value === 'string') return metadata;
    for (const [key, item] of Object.entries(value)) {
      if (typeof item !== 'string')
        throw invalid('Metadata values must be strings', { param: `metadata[${key}]` });
      metadata[key] = item;
    }
    return metadata;
  }

  /** Throws for parameters that were not read. */
  done(): void {
    for (const name of Object.keys(this.#tree)) {
      if (!this.#read.has(name)) {
        throw invalid(`Received unknown parameter: ${this.#name(name)}`, {
          code: 'parameter_unknown',
          param: this.#name(name),
        });
      }
    }
    for (const child of this.#children) child.done();
  }

  #name(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`;
  }
}
