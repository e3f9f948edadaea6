import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Vault } from '../vault/vault.ts'
import type { Part } from './tar.ts'

/** Raised when a program of before could no longer read what is written. */
export const FORMAT = 1

/** The first part: what this is, and of which moment. */
export const HEAD = 'backup.json'
/** The last part: what there must be before it. */
export const CONTENTS = 'contents.json'
export const KEY = 'master.key'
const TABLE_PART = /^tables\/(.+)\/\d+\.copy$/
const PICTURE_PART = /^images\/([\w-][\w.-]*)$/

const headSchema = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  /** Tells the key of the shop from any other, and nothing about it. */
  key_print: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.number() })),
  /** The bucket that holds the pictures, where this file does not. */
  bucket: z.string().nullable(),
})

const contentsSchema = z.object({
  rows: z.record(z.string(), z.number()),
  pictures: z.number(),
  sha256: z.string(),
  /** Keyed hash over `sha256`: nobody makes one who has the file alone. */
  seal: z.string(),
})

export type Head = z.output<typeof headSchema>
export type Contents = z.output<typeof contentsSchema>

/** The head of a backup. Throws where it is another format's. */
export const readHead = (content: Buffer): Head => headSchema.parse(JSON.parse(content.toString('utf8')))

/** The contents of a backup. */
export const readContents = (content: Buffer): Contents => contentsSchema.parse(JSON.parse(content.toString('utf8')))

/** A part of JSON. */
export const jsonPart = (name: string, value: Head | Contents): Part => ({
  name,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/** The name of a table's part, counted from 1. */
export const tablePart = (table: string, count: number): string => `tables/${table}/${String(count).padStart(6, '0')}.copy`

/** The table whose rows a part holds. */
export const tableOf = ({ name }: Part): string | undefined => TABLE_PART.exec(name)?.[1]

export const picturePart = (picture: string): string => `images/${picture}`

/** The picture that a part is. */
export const pictureOf = ({ name }: Part): string | undefined => PICTURE_PART.exec(name)?.[1]

/** What nobody can write under a backup who does not have its key. */
export const sealOf = (vault: Vault, sha256: string): string => vault.digest(`backup ${sha256}`).toString('hex')

/** A hash over parts, names and lengths with them. */
export const partsHash = (): { add(part: Part): void; hex(): string } => {
  const hash = createHash('sha256')
  return {
    add: ({ name, content }) => void hash.update(`${name} ${content.length}\n`).update(content),
    hex: () => hash.digest('hex'),
  }
}
