import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import { replyOf } from './failure.ts'

const REFUSALS: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError(431, 'headers_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError(408, 'arrived_too_slowly'),
}
const MALFORMED = new AppError(400, 'malformed')

/** Answers invalid HTTP with the API's envelope. There is no request yet, only a socket. */
export const refuseMalformed = (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body: reply } = replyOf(REFUSALS[error.code ?? ''] ?? MALFORMED)
  // After HEAD, a body would be read as the next reply.
  const { rawPacket } = error
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString('latin1') === 'HEAD '
  const body = isHead ? '' : JSON.stringify(reply)
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  // The rest of the connection cannot be parsed.
  socket.destroySoon()
}
