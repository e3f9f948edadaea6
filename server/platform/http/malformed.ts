import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const refusal = (message: string) => JSON.stringify({ success: false, message, errors: [{ msg: message }] })

const REASONS: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request’s headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}

/** Answers invalid HTTP with the API's envelope. There is no request yet, only a socket. */
export const refuseMalformed = (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = REASONS[error.code ?? ''] ?? [400, 'The request is not well formed']
  // After HEAD, a body would be read as the next reply.
  const { rawPacket } = error
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString('latin1') === 'HEAD '
  const body = isHead ? '' : refusal(message)
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  // The rest of the connection cannot be parsed.
  socket.destroySoon()
}
