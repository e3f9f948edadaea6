import { LONG_REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { uploads } from '#contract/uploads.ts'
import { ApiError, address } from './api.ts'
import { endSession, readSession } from './session-store.ts'

interface UploadOptions {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads a picture and returns its stored path. XMLHttpRequest, because fetch reports no upload progress. */
export const uploadImage = (file: File, { onProgress, signal }: UploadOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const token = readSession()?.token
    const request = new XMLHttpRequest()
    request.open('POST', address(uploads.image, {}))
    request.responseType = 'json'
    request.timeout = LONG_REQUEST_TIMEOUT_MS
    if (token) request.setRequestHeader('authorization', token)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { success, data } = (request.response ?? {}) as { success?: unknown; data?: { image?: unknown } }
      const image = data?.image
      if (request.status === 401 && token && success === false) endSession(token)
      if (request.status === 200 && typeof image === 'string') resolve(image)
      else reject(new ApiError(request.status))
    }
    request.onerror = request.ontimeout = request.onabort = () => reject(new ApiError(0))
    signal.addEventListener('abort', () => request.abort())
    const body = new FormData()
    body.append('image', file)
    request.send(body)
  })
