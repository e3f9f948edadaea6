import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Invalid, isNoSpace, TooLarge } from '../errors.ts'
import type { Caller } from './call.ts'
import { placesPerAdmin } from './places.ts'

type Upload = NonNullable<Endpoint['upload']>

const OVERHEAD_BYTES = 64 * 1024
/** Errors of our disk; all others are the sender's. */
const OUR_FAULT = new Set(['EACCES', 'EROFS', 'EMFILE', 'ENOENT', 'EIO'])

export const acceptFiles = (app: FastifyInstance) => app.register(multipart, { throwFileSizeLimit: false })

/** Each takes a file on disk. The dashboard sends one per field; the rest is for other tabs. */
const UPLOADS_PER_ADMIN = 4

const takePlace = placesPerAdmin(UPLOADS_PER_ADMIN, 'too_many_uploads')

/** Streams the one file to disk, runs the work with its path and removes it. Throws the endpoint's message if the body is too
 * large, malformed or without a file, and TooMany, before reading, if the caller has too many uploads. */
export const withFile = async <T>(
  request: FastifyRequest,
  caller: Caller,
  upload: Upload,
  work: (file: string) => Promise<T>,
): Promise<T> => {
  const leave = takePlace(caller)
  const path = join(tmpdir(), `topdeck-${randomBytes(16).toString('hex')}.upload`)
  try {
    await receive(request, upload, path).catch((error: unknown) => {
      request.raw.resume()
      if (error instanceof TooLarge || isNoSpace(error) || OUR_FAULT.has((error as { code?: string }).code ?? '')) throw error
      throw Object.assign(new Invalid(upload.failed, upload.field), { cause: error })
    })
    return await work(path)
  } finally {
    await rm(path, { force: true }).finally(leave)
  }
}

const receive = async (request: FastifyRequest, { field, maxBytes, failed }: Upload, path: string) => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + OVERHEAD_BYTES) throw new TooLarge(failed)
  const limits = { files: 1, fileSize: maxBytes, fields: 5, fieldSize: 1_000, fieldNameSize: 100, parts: 6, headerPairs: 20 }
  // It closed during authentication, so no event will follow.
  if (request.raw.destroyed) throw new Error('the sender has gone')
  let received = 0
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue
    if (part.fieldname !== field) throw new Error(`the file's field is ${part.fieldname}`)
    // Opened first: a stream that opens the file itself could create it after the removal.
    const target = await open(path, 'wx', 0o600)
    await pipeline(part.file, target.createWriteStream())
    if (part.file.truncated) throw new TooLarge(failed)
    received++
  }
  if (received !== 1) throw new Error('no file came')
}
