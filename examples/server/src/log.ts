import type { Clock } from './clock.ts';
import { currentRequest } from './request-scope.ts';

type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Structured logs: one JSON object per line with an event name and fields. Secrets are redacted. */
export interface Logger {
  debug(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

export interface LoggerOptions {
  readonly clock: Clock;
  readonly level?: LogLevel;
  /** Receives each finished line, without its line feed. Standard error by default. */
  readonly write?: (line: string) => void;
}

const order: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 };
const secretKey =
  /pass(word|phrase)|token|authorization|cookie|secret|credential|captcha|otp|^code$|api_?key|^number$|cvc|card|signature/i;
const secretValue = /\b(?:bearer[ .][\w.~+/-]+=*|(?:sk|rk|whsec)_\w+|seti_\w+_secret_\w+)/gi;
/** Characters. */
const maxText = 2_000;
const maxDepth = 6;

/** Prepares a value for the log: redacts secrets, truncates texts, converts errors to objects. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const clean = value.replace(secretValue, '[redacted]');
    return clean.length > maxText ? `${clean.slice(0, maxText)}…` : clean;
  }
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '[deep]';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Error) {
    const code = 'code' in value ? value.code : undefined;
    const message = withoutValues(value);
    return {
      name: value.name,
      message: redact(message, depth + 1),
      ...(code === undefined ? {} : { code: redact(code, depth + 1) }),
      // The stack begins with the message.
      stack: redact(
        value.stack?.replace(value.message, () => message),
        depth + 1,
      ),
      ...(value.cause === undefined ? {} : { cause: redact(value.cause, depth + 1) }),
    };
  }
  if (Array.isArray(value)) return value.slice(0, 100).map((entry) => redact(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      secretKey.test(key) && entry !== null && entry !== undefined ? '[redacted]' : redact(entry, depth + 1),
    ]),
  );
}

/** Returns an error's message without the parameters of a failed query, which may contain user input and codes. */
function withoutValues(error: Error): string {
  if (!('query' in error && 'params' in error)) return error.message;
  return error.message.replace(/\nparams: .*$/s, '');
}

export function createLogger({ clock, level = 'info', write = console.error }: LoggerOptions): Logger {
  const log =
    (at: LogLevel) =>
    (event: string, fields: Record<string, unknown> = {}) => {
      if (order[at] < order[level]) return;
      const requestId = currentRequest()?.requestId;
      const entry = {
        time: new Date(clock.now()).toISOString(),
        level: at,
        event,
        ...(requestId === undefined ? {} : { requestId }),
        ...(redact(fields) as object),
      };
      write(JSON.stringify(entry));
    };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
