import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { worded } from '#contract/messages.ts'
import { Invalid } from '../errors.ts'

/** Small files can decode to any size. JPEG and PNG are decoded by line, the others in memory, a GIF more than once. */
const MAX_PIXELS = { jpeg: 25_000_000, png: 25_000_000, webp: 12_500_000, gif: 4_000_000 } as const
/** Long rows cost memory while resizing. */
const MAX_SIDE = 12_000
const MAX_ANIMATION_PIXELS = 16_000_000
const MAX_FRAMES = 300
const FULL_SIDE = 1_600
const SMALL_SIDE = 192
const QUALITY = 82
const WORK_S = 8

// One thread and no cache, so that memory stays flat under a flood of uploads.
sharp.concurrency(1)
sharp.cache(false)

interface Picture {
  readonly full: Buffer
  readonly small: Buffer
  readonly width: number
  readonly height: number
}

/** Throws if the content is not a PNG, JPEG, WebP or GIF, is damaged, or decodes too large. */
export const remake = (file: string): Promise<Picture> =>
  inTurn(async () => {
    const format = await sniff(file)
    const limit = MAX_PIXELS[format]
    // Of the header alone, so that a picture of too many pixels can be told from a damaged one.
    const about = await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata()
    if (about.format !== format) throw new Error(`looks like ${format} and reads as ${about.format}`)
    const { width = 0, height = 0, pages = 1, pageHeight = height } = about
    if (width * pageHeight > limit || Math.max(width, pageHeight) > MAX_SIDE)
      throw new Invalid(
        worded('too_many_pixels', { width, height: pageHeight, most: limit / 1_000_000, side: MAX_SIDE }),
        'image',
      )
    const isAnimated = pages > 1 && pages <= MAX_FRAMES && width * pageHeight * pages <= MAX_ANIMATION_PIXELS
    const full = await encode(file, FULL_SIDE, isAnimated)
    const small = await encode(file, SMALL_SIDE, false)
    return { full: full.data, small: small.data, width: full.info.width, height: full.info.pageHeight ?? full.info.height }
  })

/** By the first bytes. Only these four formats reach a decoder. */
const sniff = async (file: string): Promise<keyof typeof MAX_PIXELS> => {
  const start = Buffer.alloc(12)
  const handle = await open(file, 'r')
  try {
    await handle.read(start, 0, start.length, 0)
  } finally {
    await handle.close()
  }
  const text = start.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  throw new Error('not a picture')
}

const encode = (file: string, side: number, animated: boolean) =>
  sharp(file, { limitInputPixels: MAX_ANIMATION_PIXELS + MAX_PIXELS.png, failOn: 'error', animated })
    .timeout({ seconds: WORK_S })
    // Applies the EXIF orientation before it is dropped.
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY, effort: animated ? 1 : 3 })
    .toBuffer({ resolveWithObject: true })

let last: Promise<unknown> = Promise.resolve()

/** One conversion at a time. The others wait as files on disk, which takes no memory. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = last.then(work, work)
  last = turn
  return turn
}
