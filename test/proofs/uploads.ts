import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { deserialize } from 'node:v8'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallImage, UPLOAD_FAILED } from '#contract/uploads.ts'
import { query } from '../../server/platform/db/connect.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { drawPicture } from '../support/pictures.ts'
import { chooseSeed, type Random, randomFrom, runMany } from '../support/random.ts'
import { type HostileFile, MARKER } from './hostile-files.ts'
import { report } from './rounds.ts'

/** Each of the two who send: as many as the server lets one admin have under way. */
const AT_ONCE = 4
const BOUNDARY = '----topdeck-proof'
const MEBIBYTE = 1024 * 1024
const MAX_GROWTH_MIB = 200

/** The tests of uploads, over so many hostile files and malformed bodies: a few at every commit, many in the proof. */
export const testUploads = ({ files, bodies }: { files: number; bodies: number }): void => {
  let app: TestApp
  let tokens: string[]
  beforeAll(async () => {
    app = await startApp()
    tokens = await Promise.all(['nadia', 'karim'].map((name) => app.signIn(name)))
  })
  afterAll(() => app.close())

  const hold = (what: string, seed: number, { byStatus, failures, grewMiB }: UploadProof) => {
    report(`${what}, SEED=${seed}, ${JSON.stringify(byStatus)}, ${failures.length} failures, grew ${grewMiB} MiB`)
    expect(failures.slice(0, 20)).toEqual([])
    expect(grewMiB).toBeLessThan(MAX_GROWTH_MIB)
  }

  test('hostile files are refused, or stored as nothing but their picture', async () => {
    const seed = chooseSeed()
    hold(`hostile files: ${files}`, seed, await proveFiles(app, tokens, { files, seed }))
  })

  test('malformed bodies are answered in the envelope and leave nothing behind', async () => {
    const seed = chooseSeed()
    hold(`malformed bodies: ${bodies}`, seed, await proveBodies(app, tokens, { bodies, seed }))
  })
}

const REFUSED = new RegExp(`^(${UPLOAD_FAILED}|Image upload Failed: \\d+ x \\d+ pixels are too many.*)$`)

interface UploadProof {
  byStatus: Record<string, number>
  failures: string[]
  /** How far the process grew over what it held before, in MiB; server and client are one process here. */
  grewMiB: number
}

interface Answer {
  /** 0 where the sender hung up. */
  status: number
  message: string
  image: string | undefined
}

interface Body {
  readonly headers: Record<string, string>
  readonly content: Buffer
  /** Hangs up after so many bytes. */
  readonly cutAt?: number
}

const post = (app: TestApp, agent: Agent, token: string, { headers, content, cutAt }: Body): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      `${app.url}/api/v1/upload/image`,
      {
        method: 'POST',
        agent,
        timeout: PATIENCE_MS,
        headers: { authorization: token, 'content-length': content.length, ...headers },
      },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => {
          try {
            const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
            resolve({ status: reply.statusCode ?? 0, message: body.message ?? '', image: body.data?.image })
          } catch {
            reject(new Error(`status ${reply.statusCode}, not in the envelope`))
          }
        })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      cutAt !== undefined && error.message === 'cut' ? resolve({ status: 0, message: '', image: undefined }) : reject(error),
    )
    if (cutAt === undefined) return outgoing.end(content)
    outgoing.write(content.subarray(0, cutAt), () => outgoing.destroy(new Error('cut')))
  })

const part = (name: string, type: string, content: Buffer, fileName = 'a.png') =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
const ending = Buffer.from(`--${BOUNDARY}--\r\n`)
const multipart = (boundary = BOUNDARY) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })

/** Runs work over the running app, watching the memory; says what was not as it must be. */
const watch = async (app: TestApp, work: (proof: UploadProof) => Promise<void>): Promise<UploadProof> => {
  const proof: UploadProof = { byStatus: {}, failures: [], grewMiB: 0 }
  global.gc?.()
  const leftBefore = receivedFiles()
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  await work(proof)
  clearInterval(timer)
  proof.grewMiB = Math.round((most - before) / MEBIBYTE)
  if (!(await isTidy(leftBefore))) proof.failures.push('received files are still there')
  const health = await fetch(`${app.url}/api/health`)
  if (health.status !== 200) proof.failures.push('the server no longer answers')
  return proof
}

const receivedFiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith('topdeck-') && name.endsWith('.upload'))

/** Whether each file received since is gone again; a sender that hung up is noticed a moment later. */
const isTidy = async (leftBefore: readonly string[]) => {
  for (let look = 0; look < 50; look++) {
    if (receivedFiles().every((name) => leftBefore.includes(name))) return true
    await setTimeout(100)
  }
  return false
}

/** Work for 0 to count - 1, divided among those who send. */
const runManyBy = (tokens: readonly string[], count: number, work: (at: number, token: string) => Promise<void>) => {
  const shares = tokens.map((token, nth) => {
    const share = Math.ceil((count - nth) / tokens.length)
    return runMany(share, AT_ONCE, (at) => work(at * tokens.length + nth, token))
  })
  return Promise.all(shares).then(() => undefined)
}

/** Whether all places of a sender are free again; a hang-up is noticed a moment later. */
const takesAgain = async (send: () => Promise<Answer>) => {
  for (let look = 0; look < 50; look++) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, send))
    if (answers.every(({ status }) => status === 200)) return true
    await setTimeout(100)
  }
  return false
}

const count = (proof: UploadProof, status: number) => {
  proof.byStatus[status] = (proof.byStatus[status] ?? 0) + 1
}

/** Nothing but a picture, and nothing of what was planted. */
const storedFault = async (app: TestApp, path: string): Promise<string | undefined> => {
  for (const one of [path, smallImage(path)]) {
    const content = Buffer.from(await (await fetch(app.url + one)).arrayBuffer())
    if (content.includes(MARKER) || content.includes('<script')) return `${one} holds what was planted`
    const { format, width = 0, height = 0 } = await sharp(content, { pages: 1 }).metadata()
    if (format !== 'webp' || width > 1_600 || height > 1_600) return `${one} is ${format} of ${width} x ${height}`
    if (content.readUInt32LE(4) + 8 !== content.length) return `${one} is longer than its picture`
  }
  return undefined
}

const MAX_FILES_BYTES = 500 * MEBIBYTE

/** Made in a process of its own: what making them takes must not count as what was there before. */
const makeFiles = (files: number, seed: number): HostileFile[] => {
  const at = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const program = `
    import { serialize } from 'node:v8'
    import { hostileFiles } from ${at('./hostile-files.ts')}
    import { randomFrom } from ${at('../support/random.ts')}
    process.stdout.write(serialize(await hostileFiles(${files}, randomFrom(${seed}))))`
  const made = execFileSync(process.execPath, ['--input-type=module', '-e', program], { maxBuffer: MAX_FILES_BYTES })
  // Buffers come back as plain bytes.
  return (deserialize(made) as HostileFile[]).map((file) => ({ ...file, content: Buffer.from(file.content) }))
}

/** Uploads hostile files: every one must be refused in the specification's words, or stored as nothing but its picture. */
const proveFiles = async (app: TestApp, tokens: readonly string[], { files, seed }: { files: number; seed: number }) => {
  const hostile = makeFiles(files, seed)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * tokens.length })
  const proof = await watch(app, (result) =>
    runManyBy(tokens, hostile.length, async (at, token) => {
      const { what, content, mustBeRefused } = hostile[at] as HostileFile
      const body = { headers: multipart(), content: Buffer.concat([part('image', 'image/png', content), ending]) }
      const fault = await post(app, agent, token, body).then(
        async ({ status, message, image }) => {
          count(result, status)
          if (status === 200 && image) return mustBeRefused ? 'accepted' : storedFault(app, image)
          return (status === 422 || status === 413) && REFUSED.test(message) ? undefined : `status ${status} ${message}`
        },
        (error: Error) => error.message,
      )
      if (fault) result.failures.push(`${what} (${content.length} bytes): ${fault}`)
    }),
  )
  agent.destroy()
  return proof
}

/** A body that is not as multipart/form-data has to be, in one of many ways. */
const malformed = (whole: Buffer, random: Random): Body => {
  const good = Buffer.concat([part('image', 'image/png', whole), ending])
  const headers = multipart()
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const flip = () => {
    const copy = Buffer.from(good)
    for (let n = 1 + random.below(30); n > 0; n--) copy[random.below(copy.length)] = random.below(256)
    return copy
  }
  const ways: (() => Body)[] = [
    () => ({ headers, content: good.subarray(0, random.below(good.length)) }),
    () => ({ headers, content: good, cutAt: 1 + random.below(good.length - 1) }),
    () => ({ headers: multipart(`${BOUNDARY}x`), content: good }),
    () => ({ headers: multipart(random.pick(['', '""', 'é', ' ', 'x'.repeat(300), '"'])), content: good }),
    () => ({ headers: { 'content-type': 'multipart/form-data' }, content: good }),
    () => ({ headers, content: flip() }),
    () => ({ headers, content: Buffer.from(good.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') }),
    () => ({ headers, content: Buffer.from(`--${BOUNDARY}\r\n\r\n\r\n`.repeat(1 + random.below(200))) }),
    () => ({
      headers,
      content: Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${`X-${'h'.repeat(50)}: 1\r\n`.repeat(random.below(3_000))}`), good]),
    }),
    () => ({
      headers,
      content: Buffer.concat([Buffer.from(field(random.pick(['__proto__', 'constructor', 'a'.repeat(5_000), '']), '1')), good]),
    }),
    () => ({ headers, content: Buffer.concat([Buffer.from(field('a', 'v'.repeat(random.below(100_000)))), good]) }),
    () => ({ headers, content: Buffer.concat([Buffer.from(field('a', '1').repeat(1 + random.below(500))), good]) }),
    () => ({
      headers,
      content: Buffer.concat([...Array.from({ length: 2 + random.below(9) }, () => part('image', 'image/png', whole)), ending]),
    }),
    () => ({
      headers,
      content: Buffer.concat([
        part('image', 'image/png', whole, random.pick(['../../etc/passwd', '\0', 'x'.repeat(9_000), 'a"; name="b'])),
        ending,
      ]),
    }),
    () => ({
      headers,
      content: Buffer.concat([part(random.pick(['file', '__proto__', 'images[]', '']), 'image/png', whole), ending]),
    }),
    () => ({ headers, content: Buffer.from(Array.from({ length: random.below(3_000) }, () => random.below(256))) }),
    () => ({ headers, content: Buffer.alloc(0) }),
  ]
  return random.pick(ways)()
}

/** Sends malformed bodies: each is answered in the envelope, below 500, and leaves nothing behind. */
const proveBodies = async (app: TestApp, tokens: readonly string[], { bodies, seed }: { bodies: number; seed: number }) => {
  const whole = await drawPicture('png', 20, 20)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * tokens.length })
  const proof = await watch(app, (result) =>
    runManyBy(tokens, bodies, async (at, token) => {
      const body = malformed(whole, randomFrom(seed * 31 + at))
      const fault = await post(app, agent, token, body).then(
        ({ status, message, image }) => {
          count(result, status)
          if (status === 0 || (status === 200 && image)) return undefined
          return status >= 400 && status < 500 && message !== '' ? undefined : `status ${status} ${message}`
        },
        (error: Error) => error.message,
      )
      if (fault) result.failures.push(`#${at} ${JSON.stringify(body.headers)} (${body.content.length} bytes): ${fault}`)
    }),
  )
  const good = { headers: multipart(), content: Buffer.concat([part('image', 'image/png', whole), ending]) }
  for (const token of tokens)
    if (!(await takesAgain(() => post(app, agent, token, good)))) proof.failures.push('a place was lost')
  agent.destroy()
  const rows = await query<{ path: string }>(app.db, 'select path from uploads where stored_at is not null and bytes is null')
  if (rows.length > 0) proof.failures.push(`${rows.length} rows without a picture`)
  return proof
}
