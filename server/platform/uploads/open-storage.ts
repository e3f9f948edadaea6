import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openFolder } from './folder.ts'
import { openBucket } from './s3.ts'
import type { Storage } from './storage.ts'

/** The first four are set together or not at all. */
interface StorageSettings {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_BUCKET?: string | undefined
  readonly S3_ACCESS_KEY?: string | undefined
  readonly S3_SECRET_KEY?: string | undefined
  readonly S3_REGION: string
}

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

/** Two servers keep their pictures in one place if this is the same for both. */
export const picturePlace = ({ S3_ENDPOINT, S3_BUCKET }: StorageSettings, dataDir: string): string =>
  S3_ENDPOINT && S3_BUCKET ? `${S3_ENDPOINT} ${S3_BUCKET}` : folderPlace(join(dataDir, 'images'))

const PLACE_FILE = '.place'

/** A file's inode and time of writing distinguish a shared folder from others and from copies. */
const folderPlace = (folder: string): string => {
  const file = join(folder, PLACE_FILE)
  closeSync(openSync(file, 'a'))
  const { ino, mtimeNs } = statSync(file, { bigint: true })
  return `${ino}-${mtimeNs}`
}
