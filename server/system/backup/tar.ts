const BLOCK = 512
/** Larger than any part we write. A longer length means a damaged file. */
const PART_LIMIT_BYTES = 100_000_000

export interface Part {
  readonly name: string
  readonly content: Buffer
}

export async function* tar(parts: AsyncIterable<Part>, at: Date): AsyncGenerator<Buffer, void> {
  for await (const { name, content } of parts) {
    yield header(name, content.length, at)
    yield content
    yield Buffer.alloc(paddingOf(content.length))
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Reads archives made by `tar` above. Throws if the file is something else or truncated. */
export async function* untar(bytes: AsyncIterable<Buffer>): AsyncGenerator<Part, void> {
  const source = bytes[Symbol.asyncIterator]()
  const take = taker(source)
  for (;;) {
    const block = await take(BLOCK)
    if (block.every((byte) => byte === 0)) break
    const { name, length } = readHeader(block)
    const content = await take(length)
    await take(paddingOf(length))
    yield { name, content }
  }
  await take(BLOCK)
  // Read to the end, where gzip verifies its checksum.
  if (!(await source.next()).done) throw new Error('something follows the end of the archive')
}

const paddingOf = (length: number) => (BLOCK - (length % BLOCK)) % BLOCK

const header = (name: string, length: number, at: Date): Buffer => {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a part of a backup`)
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  block.write(name, 0)
  block.write(octal(0o600, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(length, 11), 124)
  block.write(octal(Math.floor(at.getTime() / 1_000), 11), 136)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${octal(sumOf(block), 6)}\0 `, 148)
  return block
}

/** The header checksum, with its own field counted as spaces. */
const sumOf = (block: Buffer): number => block.reduce((sum, byte, place) => sum + (place >= 148 && place < 156 ? 0x20 : byte), 0)

const readHeader = (block: Buffer) => {
  const text = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0.*$/s, '')
  const length = Number.parseInt(text(124, 136), 8)
  const isOurs = Number.parseInt(text(148, 156), 8) === sumOf(block) && length >= 0 && length < PART_LIMIT_BYTES
  if (!isOurs) throw new Error('not a header of a tar archive')
  return { name: text(0, 100), length }
}

const taker = (source: AsyncIterator<Buffer>) => {
  let held: Buffer = Buffer.alloc(0)
  return async (length: number): Promise<Buffer> => {
    const pieces: Buffer[] = []
    let missing = length
    while (missing > held.length) {
      pieces.push(held)
      missing -= held.length
      const next = await source.next()
      if (next.done) throw new Error('unexpected end of file')
      held = next.value
    }
    pieces.push(held.subarray(0, missing))
    held = held.subarray(missing)
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
  }
}
