import { setTimeout as sleep } from 'node:timers/promises'
import { context, DiagConsoleLogger, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

/** Within the time of a stop, also where nobody receives. */
const LAST_EXPORT_MS = 2_000

interface Settings {
  readonly OTEL_TRACES_SAMPLER: string
  /** The share of the traces that are recorded, 0 to 1. */
  readonly OTEL_TRACES_SAMPLER_ARG: number
  readonly OTEL_LOG_LEVEL: string
}

/** Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT, by OTLP over HTTP. Loaded only where that is set. The exporter reads the variables for
 * its address, headers, time-out and compression itself. */
export const startTracing = (settings: Settings): { stop(): Promise<void> } => {
  diag.setLogger(new DiagConsoleLogger(), DiagLogLevel[settings.OTEL_LOG_LEVEL.toUpperCase() as keyof typeof DiagLogLevel])
  const own = resourceFromAttributes({ 'service.name': 'topdeck' })
  const given = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })
  const provider = new TracerProvider({
    resource: defaultResource().merge(own).merge(given),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  const stopped = () => provider.shutdown().catch(() => {})
  return { stop: () => Promise.race([stopped(), sleep(LAST_EXPORT_MS, undefined, { ref: false })]) }
}

const samplerOf = ({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Settings): Sampler => {
  const root = rootSampler(name.replace('parentbased_', ''), share)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

const rootSampler = (name: string, share: number): Sampler => {
  if (name === 'always_off') return new AlwaysOffSampler()
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(share)
  return new AlwaysOnSampler()
}
