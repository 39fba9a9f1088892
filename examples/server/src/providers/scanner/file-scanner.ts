/** Scans files for malware. */
export interface FileScanner {
  /** Returns the name of the malware in a file; null when it is clean. Rejects when the scanner is unavailable. */
  scan(path: string): Promise<string | null>;
}
