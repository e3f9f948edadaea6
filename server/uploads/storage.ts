import type { Readable } from 'node:stream'

/** A stored file as it is read again. */
interface StoredFile {
  /** Where the storage says it. */
  readonly bytes?: number
  readonly stream: Readable
}

/** Where pictures are kept, by name. A file is written once, whole, and never changed. */
export interface Storage {
  write(name: string, content: Buffer): Promise<void>
  /** The file, or undefined where there is none of that name. */
  read(name: string): Promise<StoredFile | undefined>
  /** Removes a file; one that is not there is removed already. */
  remove(name: string): Promise<void>
}
