import type { Readable } from 'node:stream'

interface StoredFile {
  readonly bytes?: number
  readonly stream: Readable
}

/** A file is written once, completely, and never changed. */
export interface Storage {
  write(name: string, content: Buffer): Promise<void>
  read(name: string): Promise<StoredFile | undefined>
  remove(name: string): Promise<void>
}
