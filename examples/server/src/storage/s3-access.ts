/** Access to a bucket of Amazon S3 or a compatible service. */
export interface S3Access {
  readonly bucket: string;
  /** The service's origin, with the bucket in the path. Null: Amazon S3. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Starts every key; empty, or ends with a slash. */
  readonly prefix: string;
}
