// What the journeys need of a browser. `firefox.ts` and `webkit.ts` implement it.

export interface Tab {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Evaluates an expression in the page; its value must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Pixels of the viewport. */
  click(x: number, y: number): Promise<void>;
  move(x: number, y: number): Promise<void>;
  drag(from: Point, to: Point): Promise<void>;
  wheel(at: Point, down: number): Promise<void>;
  /** Types by key events. */
  type(text: string): Promise<void>;
  /** `Enter`, or with modifiers `Control+f`. */
  press(keys: string, times?: number): Promise<void>;
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG file. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A browser with storage of its own. */
export interface Session {
  openTab(): Promise<Tab>;
  /** Console warnings and errors, and uncaught exceptions, so far. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

/** What an engine’s driver cannot do, each with the reason. */
export type Gap = 'forced colors' | 'mouse in a second tab' | 'pasting a picture';

export interface Engine {
  readonly name: 'firefox' | 'webkit';
  readonly version: string;
  readonly gaps: Readonly<Partial<Record<Gap, string>>>;
  openSession(): Promise<Session>;
  close(): Promise<void>;
}
