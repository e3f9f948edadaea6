import sharp from 'sharp'
import type { Reply } from './app.ts'

/** A small picture of one colour, as a file of the given kind. */
export const drawPicture = (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 160 } } })
    .toFormat(format)
    .toBuffer()

/** Sends a file to the upload call as a browser does. */
export const sendPicture = async (
  url: string,
  content: Uint8Array,
  token: string,
  { field = 'image', name = 'picture.png', type = 'image/png' } = {},
): Promise<Reply<{ image: string }>> => {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(content)], { type }), name)
  const reply = await fetch(`${url}/api/v1/upload/image`, { method: 'POST', headers: { authorization: token }, body: form })
  return { status: reply.status, body: (await reply.json()) as Reply<{ image: string }>['body'] }
}

/** Uploads a small picture and answers its path. */
export const uploadPicture = async (url: string, token: string): Promise<string> => {
  const { status, body } = await sendPicture(url, await drawPicture(), token)
  if (status !== 200) throw new Error(`The upload was refused: ${body.message}`)
  return body.data.image
}
