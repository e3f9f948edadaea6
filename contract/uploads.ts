import { z } from 'zod'
import { NoInput, post } from './endpoint.ts'
import { UPLOAD_MAX_BYTES } from './limits.ts'
import { say } from './messages/fields.ts'

export const UPLOAD_FAILED = say('upload_failed')

/** For the file chooser. The server checks the content. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

export const IMAGES_PATH = '/images/'

/** Falls back to the image itself if there is no smaller one. */
export const smallImage = (path: string): string => path.replace(/(\.\w+)$/, '-small$1')

export const uploads = {
  image: post('/v1/upload/image', {
    access: 'signed-in',
    effects: [],
    about: 'Upload a picture as multipart/form-data, field image: PNG, JPEG, WebP or GIF of at most 5 MB; answers its path',
    input: NoInput,
    output: z.object({ image: z.string() }),
    upload: { field: 'image', maxBytes: UPLOAD_MAX_BYTES, failed: 'upload_failed' },
    audit: { subject: 'upload', fields: [] },
  }),
}
