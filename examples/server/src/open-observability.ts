// Metrics and traces, each loaded only when it is configured.
import type { Config } from './config.ts';
import { type Metrics, noMetrics } from './metrics/metrics.ts';
import { noTracing, type Tracing } from './tracing/tracing.ts';

export interface Observability {
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** The address of the metrics. Null if they are off. */
  readonly metricsUrl: string | null;
  close(): Promise<void>;
}

/** Rejects when the port of the metrics is in use. */
export async function openObservability({
  metrics: address,
  otlpEndpoint,
}: Pick<Config, 'metrics' | 'otlpEndpoint'>): Promise<Observability> {
  const prometheus =
    address === null ? null : await (await import('./metrics/prometheus.ts')).startPrometheus(address);
  const otlp = otlpEndpoint === null ? null : (await import('./tracing/otlp.ts')).startOtlp(otlpEndpoint);
  return {
    metrics: prometheus ?? noMetrics,
    tracing: otlp ?? noTracing,
    metricsUrl: prometheus?.url ?? null,
    close: async () => {
      await Promise.all([prometheus?.close(), otlp?.close()]);
    },
  };
}
