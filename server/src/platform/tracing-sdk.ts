import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { getNumberFromEnv, setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import { setTimeout as delay } from 'node:timers/promises'

/* What tells a collector of requests and jobs. Loaded where OpenTelemetry's variables ask for it, and nowhere else. */

export interface Traced {
  /** As `OTEL_TRACES_SAMPLER` says it, and its share from 0 to 1. */
  sampler: string
  share: number
  node: string
  version: string
  /** Told of what could not be sent, once a minute at most. */
  onLoss: (error: unknown) => void
}

const toldEveryMs = 60_000
const shutDownMs = 2_000

/** Begins; the answer sends what is left, for two seconds at most. */
export function startTracing({ sampler, share, node, version, onLoss }: Traced): () => Promise<void> {
  let toldAt = -Infinity
  setGlobalErrorHandler((error) => {
    if (performance.now() - toldAt < toldEveryMs) return
    toldAt = performance.now()
    onLoss(error)
  })
  const resource = resourceFromAttributes({
    'service.name': 'byre',
    'service.version': version,
    'host.name': node,
    'process.pid': process.pid,
  }).merge(detectResources({ detectors: [envDetector] }))
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    ...given('scheduledDelayMillis', 'OTEL_BSP_SCHEDULE_DELAY'),
    ...given('exportTimeoutMillis', 'OTEL_BSP_EXPORT_TIMEOUT'),
    ...given('maxQueueSize', 'OTEL_BSP_MAX_QUEUE_SIZE'),
    ...given('maxExportBatchSize', 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  })
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(sampler, share),
    spanProcessors: [processor],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return () =>
    Promise.race([provider.shutdown().catch(() => undefined), delay(shutDownMs, undefined, { ref: false })])
}

function given(option: string, variable: string): Record<string, number> {
  const value = getNumberFromEnv(variable)
  return value === undefined ? {} : { [option]: value }
}

function samplerOf(name: string, share: number): Sampler {
  const own = name.replace('parentbased_', '')
  const root =
    own === 'traceidratio'
      ? new TraceIdRatioBasedSampler(share)
      : own === 'always_off'
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler()
  return own === name ? root : new ParentBasedSampler({ root })
}
