import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Random, randomFrom } from './random.ts'

type Size = readonly [number, number]

const SIZES = {
  game: [256, 256],
  package: [192, 192],
  physical: [480, 480],
  method: [160, 160],
  banner: [1200, 400],
  notice: [800, 500],
} as const satisfies Record<string, Size>

type Kind = keyof typeof SIZES

const NAME_BYTES = 12
const QUALITY = 78
const FULL_CIRCLE = 2 * Math.PI

export const createPainter = (seed: number, dataDir: string) => {
  const random = randomFrom(seed, 'pictures')
  const folder = join(dataDir, 'images')
  const files: string[] = []
  const drawings: Promise<unknown>[] = []
  mkdirSync(folder, { recursive: true })
  return {
    draw: (kind: Kind, hue = random.whole(0, 359)): string => {
      const name = `${random.hex(NAME_BYTES)}.webp`
      const picture = Buffer.from(kind === 'package' ? coins(random, SIZES[kind], hue) : emblem(random, SIZES[kind], hue))
      const file = join(folder, name)
      files.push(file)
      const drawing = sharp(picture).webp({ quality: QUALITY, effort: 1 }).toFile(file)
      // Marks the rejection as handled. `finish` reports it.
      drawing.catch(() => {})
      drawings.push(drawing)
      return `/images/${name}`
    },
    hue: () => random.whole(0, 359),
    finish: () => Promise.all(drawings),
    undo: async () => {
      await Promise.allSettled(drawings)
      await Promise.allSettled(files.map((file) => rm(file, { force: true })))
    },
  }
}

const colour = (hue: number, saturation: number, lightness: number) =>
  `hsl(${Math.round(((hue % 360) + 360) % 360)},${saturation}%,${lightness}%)`

const canvas = ([width, height]: Size, hue: number, inside: string) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs>
      <linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="${colour(hue, 62, 34)}"/>
        <stop offset="1" stop-color="${colour(hue + 38, 70, 16)}"/>
      </linearGradient>
    </defs>
    <rect width="${width}" height="${height}" fill="url(#ground)"/>
    ${inside}
  </svg>`

const at = (x: number, y: number, radius: number, angle: number) =>
  `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`

const star = (x: number, y: number, radius: number, points: number, depth: number, fill: string) => {
  const corners = Array.from({ length: points * 2 }, (_, corner) =>
    at(x, y, corner % 2 === 0 ? radius : radius * depth, (corner / (points * 2)) * FULL_CIRCLE - FULL_CIRCLE / 4),
  )
  return `<polygon points="${corners.join(' ')}" fill="${fill}"/>`
}

const circle = (x: number, y: number, radius: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${fill}" opacity="${opacity}"/>`

const emblem = (random: Random, size: Size, hue: number): string => {
  const [width, height] = size
  const unit = Math.min(width, height)
  const discs = Array.from({ length: Math.round((7 * width) / height) }, () =>
    circle(
      random.next() * width,
      random.next() * height,
      unit * (0.08 + 0.3 * random.next()),
      colour(hue + random.whole(-30, 90), 75, 55),
      0.22,
    ),
  )
  const [x, y] = [width / 2, height / 2]
  const points = random.whole(3, 8)
  const shield = [
    circle(x, y, unit * 0.4, colour(hue + 180, 60, 12), 0.55),
    star(x, y, unit * 0.36, points, 0.45 + 0.4 * random.next(), colour(hue + 150, 78, 62)),
    star(x, y, unit * 0.22, random.whole(3, 7), 0.5, colour(hue + 190, 70, 24)),
    circle(x, y, unit * 0.07, colour(hue + 50, 90, 72)),
  ]
  return canvas(size, hue, [...discs, ...shield].join(''))
}

const coins = (random: Random, size: Size, hue: number): string => {
  const [width, height] = size
  const count = random.whole(3, 9)
  const corners = random.whole(3, 6)
  const heap = Array.from({ length: count }, (_, place) => {
    const x = width * (0.2 + (0.6 * place) / Math.max(1, count - 1))
    const y = height * (0.58 + 0.16 * random.next() - 0.2 * Math.sin((Math.PI * place) / Math.max(1, count - 1)))
    const radius = width * (0.12 + 0.05 * random.next())
    return (
      circle(x, y + radius * 0.25, radius, colour(hue, 80, 8), 0.35) +
      star(x, y, radius, corners, 0.86, colour(hue + 150 + random.whole(-14, 14), 82, 60)) +
      star(x, y, radius * 0.55, corners, 0.86, colour(hue + 165, 88, 76))
    )
  })
  return canvas(size, hue, heap.join(''))
}
