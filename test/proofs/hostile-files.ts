import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { Random } from '../support/random.ts'

/** Planted in every file that says something: it must turn up in nothing that is stored. */
export const MARKER = 'alert(/planted-7f3k/)'

export interface HostileFile {
  readonly what: string
  readonly content: Buffer
  /** What unfolds too large must be refused; the others may also be made harmless. */
  readonly mustBeRefused: boolean
}

const SCRIPT = `<script>${MARKER}</script>`
const HTML = `<!doctype html><html><body onload="${MARKER}">${SCRIPT}</body></html>`

const bytes = (...values: number[]) => Buffer.from(values)
const u16 = (value: number) => bytes(value & 255, value >> 8)
const u32 = (value: number) => {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(value)
  return four
}

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([u32(data.length), body, u32(crc32(body))])
}

/** A grey PNG of any claimed size, over as much data as given. */
const png = (width: number, height: number, data: Buffer, extra: Buffer[] = []) =>
  Buffer.concat([
    bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
    chunk('IHDR', Buffer.concat([u32(width), u32(height), bytes(8, 0, 0, 0, 0)])),
    ...extra,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** A GIF of many frames, each as large as the screen, all of one colour and of few bytes. */
const gif = (width: number, height: number, frames: number) => {
  const frame = Buffer.concat([
    bytes(0x21, 0xf9, 4, 0, 1, 0, 0, 0),
    bytes(0x2c, 0, 0, 0, 0),
    u16(width),
    u16(height),
    bytes(0, 2, 2, 0x4c, 1, 0),
  ])
  const header = [Buffer.from('GIF89a'), u16(width), u16(height), bytes(0x80, 0, 0, 0, 0, 0, 255, 255, 255)]
  return Buffer.concat([...header, ...Array.from({ length: frames }, () => frame), bytes(0x3b)])
}

const jpegOfSize = (jpeg: Buffer, side: number) => {
  const copy = Buffer.from(jpeg)
  const frame = copy.findIndex((byte, at) => byte === 0xff && (copy[at + 1] === 0xc0 || copy[at + 1] === 0xc2))
  copy.writeUInt16BE(side, frame + 5)
  copy.writeUInt16BE(side, frame + 7)
  return copy
}

const svgs = (): string[] => [
  `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="${MARKER}"/>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd" width="99" height="99"/></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="100%" height="100%"/></svg>`,
  `<!DOCTYPE svg [<!ENTITY a "${'lol'.repeat(99)}"><!ENTITY b "${'&a;'.repeat(99)}"><!ENTITY c "${'&b;'.repeat(99)}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;</text></svg>`,
  `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
  `\ufeff  \n<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${HTML}</foreignObject></svg>`,
]

const strangers = (): [string, Buffer][] => [
  ['empty', Buffer.alloc(0)],
  ['html', Buffer.from(HTML)],
  ['html after gif', Buffer.from(`GIF89a${HTML}`)],
  ['script as gif', Buffer.from(`GIF89a/*${'x'.repeat(50)}*/=1;${MARKER}`)],
  ['html after png', Buffer.concat([bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), Buffer.from(HTML)])],
  ['html after jpeg', Buffer.concat([bytes(0xff, 0xd8, 0xff, 0xe0), Buffer.from(HTML)])],
  ['html as webp', Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.from(HTML)])],
  ['pdf', Buffer.from(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${MARKER})>>>>endobj`)],
  ['zip', Buffer.from('PK\x03\x04\x14\0\0\0\0\0')],
  ['program', Buffer.from('\x7fELF\x02\x01\x01\0')],
  ['tiff', Buffer.from('II*\0\x08\0\0\0\0\0\0\0')],
  ['bmp', Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0')],
  ['heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1')],
  ['avif', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1')],
  ['postscript', Buffer.from('%!PS-Adobe-3.0\n(/etc/passwd) (r) file')],
  ['imagemagick script', Buffer.from('push graphic-context\nimage over 0,0 0,0 "https://example.com/x"\npop graphic-context')],
]

const bombs = async (): Promise<[string, Buffer][]> => {
  const jpeg = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer()
  const wide = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#456' }, limitInputPixels: false })
      .webp({ effort: 0 })
      .toBuffer()
  return [
    ['png of 30000 x 30000 zeros', png(30_000, 30_000, deflateSync(Buffer.alloc(40_000_000), { level: 1 }))],
    ['png that claims 2 billion a side', png(2_000_000_000, 2_000_000_000, deflateSync(Buffer.alloc(100)))],
    ['png of 1 x 100 million', png(1, 100_000_000, deflateSync(Buffer.alloc(1_000)))],
    ['gif of 65535 x 65535', gif(65_535, 65_535, 1)],
    ['jpeg that claims 65000 a side', jpegOfSize(jpeg, 65_000)],
    ['webp of 8000 x 8000', await wide(8_000)],
    [
      'png whose comment unfolds',
      png(30_000, 30_000, deflateSync(Buffer.alloc(100)), [
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(40_000_000))])),
      ]),
    ],
    ['gzipped svg', gzipSync(Buffer.from(svgs()[4] ?? ''))],
  ]
}

/** Pictures that are whole and carry something else as well: what is stored must be the picture alone. */
const polyglots = async (): Promise<[string, Buffer][]> => {
  const draw = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#789' } })
      .toFormat(format)
      .toBuffer()
  const [aPng, aJpeg, aWebp, aGif] = [await draw('png'), await draw('jpeg'), await draw('webp'), await draw('gif')]
  const comment = Buffer.from(SCRIPT)
  const jpegComment = Buffer.concat([bytes(0xff, 0xfe, 0, comment.length + 2), comment])
  return [
    ...[aPng, aJpeg, aWebp, aGif].map((whole, at): [string, Buffer] => [
      `html behind a picture ${at}`,
      Buffer.concat([whole, Buffer.from(HTML)]),
    ]),
    ['zip behind a png', Buffer.concat([aPng, Buffer.from(`PK\x03\x04${MARKER}`)])],
    [
      'script in a png’s text',
      png(20, 20, deflateSync(Buffer.alloc(21 * 20)), [chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`))]),
    ],
    ['script in a jpeg’s comment', Buffer.concat([aJpeg.subarray(0, 2), jpegComment, aJpeg.subarray(2)])],
    [
      'script in exif',
      await sharp(aJpeg)
        .withExif({ IFD0: { ImageDescription: SCRIPT } })
        .jpeg()
        .toBuffer(),
    ],
    [
      'script in a webp’s exif',
      await sharp(aWebp)
        .withExif({ IFD0: { Copyright: SCRIPT } })
        .webp()
        .toBuffer(),
    ],
    [
      'script in a gif’s comment',
      Buffer.concat([aGif.subarray(0, -1), bytes(0x21, 0xfe, comment.length), comment, bytes(0, 0x3b)]),
    ],
    ['gif of 3,000 frames of 1200 x 1200', gif(1_200, 1_200, 3_000)],
    ['gif of 60,000 frames', gif(2, 2, 60_000)],
  ]
}

const damage = (whole: Buffer, random: Random) => {
  if (random.chance(0.5)) return whole.subarray(0, random.below(whole.length))
  const copy = Buffer.from(whole)
  for (let n = 1 + random.below(40); n > 0; n--) copy[random.below(copy.length)] = random.below(256)
  return copy
}

/** Hostile files: the named ones, then damaged and mixed ones up to the count. */
export const hostileFiles = async (count: number, random: Random): Promise<HostileFile[]> => {
  const texts = svgs().map((text, at): [string, Buffer] => [`svg ${at}`, Buffer.from(text)])
  const [unfolding, mixed] = [await bombs(), await polyglots()]
  const named = [
    ...[...texts, ...strangers(), ...unfolding].map(([what, content]) => ({ what, content, mustBeRefused: true })),
    ...mixed.map(([what, content]) => ({ what, content, mustBeRefused: false })),
  ]
  const whole = [...mixed.filter(([, content]) => content.length < 100_000).map(([, content]) => content)]
  const made = Array.from({ length: Math.max(0, count - named.length) }, (_, at) => ({
    what: `damaged ${at}`,
    content: damage(random.pick(whole), random),
    mustBeRefused: false,
  }))
  return [...named, ...made].slice(0, count)
}
