import { createHmac } from 'node:crypto'

/** HMAC-SHA256 of `<timestamp>.<body>` in hexadecimal. */
export const signMessage = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
