import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('topdeck')

/** Runs a statement, in a span where it is a part of a recorded request. `text` has placeholders; what stands for them is not recorded. */
export const inStatementSpan = <T>(text: string, run: () => Promise<T>): Promise<T> => {
  if (!trace.getActiveSpan()?.isRecording()) return run()
  const operation = /\w+/.exec(text)?.[0] ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text.trim() }
  const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes })
  return run()
    .catch((error: unknown) => {
      // Not its sentence, which can have values in it.
      const { code = 'unknown' } = error as { code?: string }
      span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR })
      throw error
    })
    .finally(() => span.end())
}
