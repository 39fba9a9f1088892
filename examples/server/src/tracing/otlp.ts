// Traces over OTLP/HTTP. Loaded only when OTEL_EXPORTER_OTLP_ENDPOINT is set.
import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { atMost } from '../timers.ts';
import type { TraceContext, Tracing } from './tracing.ts';

/** Milliseconds between two exports. */
const SEND_EVERY_MS = 1_000;
/** Timeout of the last export, at shutdown. */
const CLOSE_MS = 500;

export interface OtlpTracing extends Tracing {
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** @param endpoint The base address; spans are sent to `/v1/traces` below it. */
export function startOtlp(endpoint: string): OtlpTracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'openbell' }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 }),
        { scheduledDelayMillis: SEND_EVERY_MS },
      ),
    ],
  });
  const tracer = provider.getTracer('openbell');
  return {
    start(name, { parent, attributes = {} }) {
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parse(parent));
      const span = tracer.startSpan(name, { attributes: { ...attributes } }, context);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        trace: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(more = {}, failed = false) {
          span.setAttributes({ ...more });
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => atMost(CLOSE_MS, [provider.shutdown().catch(() => undefined)]),
  };
}

function parse(parent: TraceContext) {
  const [, traceId = '', spanId = '', flags = '00'] = parent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
