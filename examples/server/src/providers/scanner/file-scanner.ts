/** Scans files for malware. */
export interface FileScanner {
  /** Returns the name of the malware in a file, or null. Rejects if the scanner is unavailable. */
  scan(path: string): Promise<string | null>;
}
