import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Vault } from '../../platform/vault/vault.ts'
import type { Part } from './tar.ts'

/** Raise it when older versions can no longer read the files. */
export const FORMAT = 1

export const HEAD = 'backup.json'
export const CONTENTS = 'contents.json'
export const KEY = 'master.key'
const TABLE_PART = /^tables\/(.+)\/\d+\.copy$/
const PICTURE_PART = /^images\/([\w-][\w.-]*)$/

const headSchema = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  /** Identifies the shop's key without revealing anything about it. */
  key_print: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.number() })),
  bucket: z.string().nullable(),
  /** The end of the audit log. */
  audit_head: z.object({ id: z.number(), hash: z.string() }).nullish(),
})

const contentsSchema = z.object({
  rows: z.record(z.string(), z.number()),
  pictures: z.number(),
  sha256: z.string(),
  /** Keyed hash of `sha256`: it cannot be forged without the key. */
  seal: z.string(),
})

export type Head = z.output<typeof headSchema>
export type Contents = z.output<typeof contentsSchema>

export const readHead = (content: Buffer): Head => headSchema.parse(JSON.parse(content.toString('utf8')))

export const readContents = (content: Buffer): Contents => contentsSchema.parse(JSON.parse(content.toString('utf8')))

export const jsonPart = (name: string, value: Head | Contents): Part => ({
  name,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

export const tablePart = (table: string, count: number): string => `tables/${table}/${String(count).padStart(6, '0')}.copy`

export const tableOf = ({ name }: Part): string | undefined => TABLE_PART.exec(name)?.[1]

export const picturePart = (picture: string): string => `images/${picture}`

export const pictureOf = ({ name }: Part): string | undefined => PICTURE_PART.exec(name)?.[1]

export const sealOf = (vault: Vault, sha256: string): string => vault.digest(`backup ${sha256}`).toString('hex')

/** Covers names and lengths too. */
export const partsHash = (): { add(part: Part): void; hex(): string } => {
  const hash = createHash('sha256')
  return {
    add: ({ name, content }) => void hash.update(`${name} ${content.length}\n`).update(content),
    hex: () => hash.digest('hex'),
  }
}
