import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from './call.ts'

/** Does nothing until `startTracing` has registered an exporter. */
const tracer = trace.getTracer('topdeck')

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** A call whose requests each have a span: from their arrival to the end of the reply. */
export const withSpan =
  ({ name, endpoint: { method, path } }: Route, handle: Handle): Handle =>
  (request, reply) => {
    const route = `/api${path}`
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'topdeck.call': name,
      'topdeck.request_id': request.id,
    }
    const startTime = Date.now() - reply.elapsedTime
    const parent = parentOf(request)
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, startTime, attributes }, parent)
    if (!span.isRecording()) return handle(request, reply)
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    return context.with(trace.setSpan(parent, span), () => handle(request, reply))
  }

/** Only a trusted proxy may say to which trace a request belongs: others could choose what is recorded. */
const parentOf = ({ ips = [], headers }: FastifyRequest) =>
  ips.length > 1 ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT
