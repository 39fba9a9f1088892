/** Looks for harm in files before anybody else gets them. */
export interface FileScanner {
  /** The name of what was found in the file at `path`; null when it is clean. Rejects when that cannot be told. */
  scan(path: string): Promise<string | null>;
}
