import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { openFolder } from './folder.ts'
import { openBucket } from './s3.ts'

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

/** The settings that name a bucket: all of the first four, or none. */
interface StorageSettings {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_BUCKET?: string | undefined
  readonly S3_ACCESS_KEY?: string | undefined
  readonly S3_SECRET_KEY?: string | undefined
  readonly S3_REGION: string
}

/** The storage that the settings name: a bucket where S3_ENDPOINT is set, else the folder `images` of the data folder. */
export const openStorage = (settings: StorageSettings, dataDir: string): Storage => {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION } = settings
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) return openFolder(join(dataDir, 'images'))
  return openBucket({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    region: S3_REGION,
  })
}
