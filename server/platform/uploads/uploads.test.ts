import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import { smallImage, UPLOAD_FAILED } from '#contract/uploads.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { BUCKET, startBucket } from '../../../test/support/bucket.ts'
import { changedTables, fingerprint } from '../../../test/support/fingerprint.ts'
import { drawPicture, sendPicture, uploadPicture } from '../../../test/support/pictures.ts'
import { query } from '../db/connect.ts'
import { openFolder } from './folder.ts'
import { sweepPictures } from './register.ts'
import { openBucket } from './s3.ts'
import type { Storage } from './storage.ts'

/** Where pictures are kept, beside something else of the server's. */
let folder: string
let bucket: Awaited<ReturnType<typeof startBucket>>
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'topdeck-pictures-')), 'images')
  bucket = await startBucket()
})
afterAll(async () => {
  await bucket.close()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

const namesOf = (kind: string) => (kind === 'folder' ? readdirSync(folder) : [...bucket.files.keys()])
const fileOf = (path: string) => path.slice('/images/'.length)

describe.each(['folder', 'bucket'])('pictures in a %s', (kind) => {
  let app: TestApp
  let nadia: string
  beforeAll(async () => {
    const images: Storage = kind === 'folder' ? openFolder(folder) : openBucket({ ...BUCKET, endpoint: bucket.endpoint })
    app = await startApp({ images })
    nadia = await app.signIn('nadia')
  })
  afterAll(() => app.close())

  const get = (path: string) => fetch(`${app.url}${path}`)
  const pictureAt = async (path: string) => {
    const reply = await get(path)
    expect(reply.status).toBe(200)
    return Buffer.from(await reply.arrayBuffer())
  }

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'a %s is converted to WebP, with a small one, and served',
    async (format) => {
      const { status, body } = await sendPicture(app.url, await drawPicture(format, 900, 600), nadia)
      expect(status).toBe(200)
      expect(body.data.image).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/)
      const about = await sharp(await pictureAt(body.data.image)).metadata()
      expect([about.format, about.width, about.height]).toEqual(['webp', 900, 600])
      const small = await sharp(await pictureAt(smallImage(body.data.image))).metadata()
      expect([small.format, small.width, small.height]).toEqual(['webp', 192, 128])
      expect(namesOf(kind)).toContain(fileOf(body.data.image))
      expect(namesOf(kind).filter((name) => name.endsWith('.part'))).toEqual([])
      const row = await app.db.selectFrom('uploads').selectAll().where('path', '=', body.data.image).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ uploaded_by: app.world.admins.nadia, width: 900, height: 600 })
      expect(row.stored_at).not.toBeNull()
    },
  )

  test('metadata is gone, and the camera’s turn is kept', async () => {
    const secret = 'Taken at 23.7808 N 90.2792 E'
    const photo = await sharp(await drawPicture('jpeg', 300, 200))
      .withExif({ IFD0: { ImageDescription: secret, Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const path = (await sendPicture(app.url, photo, nadia)).body.data.image
    const stored = await pictureAt(path)
    const about = await sharp(stored).metadata()
    expect([about.exif, about.icc, about.xmp, about.iptc]).toEqual([undefined, undefined, undefined, undefined])
    expect(stored.includes(Buffer.from(secret))).toBe(false)
    expect([about.width, about.height]).toEqual([200, 300])
  })

  test('is served with headers under which nothing runs; what is not there is 404', async () => {
    const path = await uploadPicture(app.url, nadia)
    const { headers } = await get(path)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const wrong = [
      '/images/',
      '/images/..%2f..%2fpackage.json',
      '/images/.hidden',
      `/images/${'0'.repeat(32)}.webp`,
      '/images/a.svg',
    ]
    for (const missing of wrong) expect((await get(missing)).status).toBe(404)
  })

  test('a name that begins as a picture’s leads nowhere else', async () => {
    writeFileSync(join(folder, '..', 'master.key'), 'SECRET')
    const reply = await get('/images/0123456789abcdef.webp%2f..%2f..%2fmaster.key')
    expect([reply.status, await reply.text()]).toEqual([404, 'Not found'])
  })

  test('one without a small variant is served whole instead', async () => {
    const path = await uploadPicture(app.url, nadia)
    await app.images.remove(fileOf(smallImage(path)))
    expect(await pictureAt(smallImage(path))).toEqual(await pictureAt(path))
  })

  test('what no row shows is swept after a day, what a row shows stays', async () => {
    const rahim = await app.signIn('rahim')
    const [shown, forgotten, fresh] = [
      await uploadPicture(app.url, rahim),
      await uploadPicture(app.url, rahim),
      await uploadPicture(app.url, rahim),
    ]
    const { body } = await app.call(banners.create, { note: 'Night sale', banner: shown }, rahim)
    await age(app, [shown, forgotten])
    expect(await sweepPictures(app.db, app.images)).toBe(1)
    expect((await get(forgotten)).status).toBe(404)
    expect((await get(smallImage(forgotten))).status).toBe(404)
    for (const path of [shown, fresh]) expect((await get(path)).status).toBe(200)
    // A deleted banner is shown nowhere, so its picture goes too: a day later.
    await app.call(banners.remove, { id: body.data.id }, rahim)
    expect(await sweepPictures(app.db, app.images)).toBe(0)
    await age(app, [shown])
    expect(await sweepPictures(app.db, app.images)).toBe(1)
    expect((await get(shown)).status).toBe(404)
    expect(await app.call(banners.create, { note: 'Late', banner: shown }, rahim)).toMatchObject({ status: 422 })
  })

  test('one that was replaced is kept for a day, and may come back', async () => {
    const rahim = await app.signIn('rahim')
    const [first, second] = [await uploadPicture(app.url, rahim), await uploadPicture(app.url, rahim)]
    const { id } = (await app.call(banners.create, { note: 'Twice', banner: first }, rahim)).body.data
    await age(app, [first, second])
    expect((await app.call(banners.update, { id, note: 'Twice', banner: second }, rahim)).status).toBe(200)
    expect(await sweepPictures(app.db, app.images)).toBe(0)
    expect((await app.call(banners.update, { id, note: 'Twice', banner: first }, rahim)).status).toBe(200)
    expect((await get(first)).status).toBe(200)
    await app.call(banners.remove, { id }, rahim)
    await age(app, [first, second])
    expect(await sweepPictures(app.db, app.images)).toBe(2)
  })

  test('a sweep that was cut short is finished by the next', async () => {
    const path = await uploadPicture(app.url, nadia)
    await age(app, [path])
    const broken: Storage = { ...app.images, remove: () => Promise.reject(new Error('unplugged')) }
    await expect(sweepPictures(app.db, broken)).rejects.toThrow('unplugged')
    const token = await app.signIn('rahim')
    expect((await app.call(banners.create, { note: 'Meanwhile', banner: path }, token)).status).toBe(422)
    expect(await sweepPictures(app.db, app.images)).toBe(1)
    expect((await get(path)).status).toBe(404)
  })

  test('pictures that cannot be removed keep no other waiting, however many they are', async () => {
    const stuck = (path: string) => path.includes('stuck')
    const remove = (name: string) => (stuck(name) ? Promise.reject(new Error(`${name} is in use`)) : app.images.remove(name))
    const images: Storage = { ...app.images, remove }
    const insert = `insert into uploads (path, created_at)
      select '/images/stuck-' || i || '.webp', '2020-01-01' from generate_series($1::int, $2) i`
    await query(app.db, insert, [1, 1])
    const first = await uploadPicture(app.url, nadia)
    await age(app, [first])
    await expect(sweepPictures(app.db, images)).rejects.toThrow('stuck-1.webp is in use')
    expect((await get(first)).status).toBe(404)
    await query(app.db, insert, [2, 200])
    await expect(sweepPictures(app.db, images)).rejects.toThrow('is in use')
    const second = await uploadPicture(app.url, nadia)
    await age(app, [second])
    await expect(sweepPictures(app.db, images)).rejects.toThrow('is in use')
    expect((await get(second)).status).toBe(404)
    // A sweep that has begun ends with the server, not with its last picture.
    expect(await sweepPictures(app.db, images, undefined, AbortSignal.abort())).toBe(0)
    expect(await sweepPictures(app.db, app.images)).toBe(200)
  })
})

const age = (app: TestApp, paths: string[]) =>
  app.db.updateTable('uploads').set({ created_at: '2020-01-01', used_at: null }).where('path', 'in', paths).execute()

describe('refusals', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ images: openBucket({ ...BUCKET, endpoint: bucket.endpoint }) })
  })
  afterAll(() => app.close())

  test('signed out, nothing is read or stored', async () => {
    const before = await fingerprint(app.db)
    const count = bucket.files.size
    const { status } = await sendPicture(app.url, await drawPicture(), 'no token')
    expect(status).toBe(401)
    expect(changedTables(before, await fingerprint(app.db))).toEqual([])
    expect(bucket.files.size).toBe(count)
  })

  test('a picture of 40 megapixels, or with a long side, says that it is the pixels', async () => {
    const token = await app.signIn('nadia')
    for (const [width, height, format, most] of [
      [8_000, 5_000, 'png', 25],
      [8_000, 5_000, 'jpeg', 25],
      [4_000, 4_000, 'webp', 12.5],
      [13_000, 10, 'png', 25],
    ] as const) {
      const { status, body } = await sendPicture(app.url, await drawPicture(format, width, height), token)
      expect([status, body.errors]).toEqual([
        422,
        [
          {
            code: 'too_many_pixels',
            msg: `Image upload Failed: ${width} x ${height} pixels are too many. At most ${most} megapixels, and 12000 pixels a side`,
            param: 'image',
            params: { width, height, most, side: 12_000 },
          },
        ],
      ])
    }
  })

  test('too large, the wrong field, no file, not multipart: the specification’s sentence', async () => {
    const token = await app.signIn('nadia')
    const refused = (status: number) => ({ status, body: { success: false, message: UPLOAD_FAILED } })
    const large = Buffer.concat([await drawPicture(), Buffer.alloc(5 * 1024 * 1024)])
    expect(await sendPicture(app.url, large, token)).toMatchObject(refused(413))
    const wrong = await sendPicture(app.url, await drawPicture(), token, { field: 'file' })
    expect(wrong).toMatchObject(refused(422))
    expect(wrong.body.errors).toEqual([{ code: 'upload_failed', msg: UPLOAD_FAILED, param: 'image' }])
    expect(await sendPicture(app.url, Buffer.alloc(0), token)).toMatchObject(refused(422))
    for (const type of ['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x']) {
      const reply = await fetch(`${app.url}/api/v1/upload/image`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': type },
        body: '{}',
      })
      expect([type, reply.status, ((await reply.json()) as { message: string }).message]).toEqual([type, 422, UPLOAD_FAILED])
    }
  })

  /** An upload whose body does not come to its end; its status where it is answered all the same. */
  const beginUpload = (token: string) => {
    const headers = { authorization: token, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000 }
    const outgoing = request(`${app.url}/api/v1/upload/image`, { method: 'POST', headers })
    const status = new Promise((resolve) => outgoing.on('response', (reply) => resolve(reply.resume().statusCode)))
    outgoing.on('error', () => {})
    outgoing.write('--b\r\n')
    return { status, hangUp: () => outgoing.destroy() }
  }
  const BUSY = { status: 429, body: { message: 'Too many uploads are running. Try again when one has finished.' } }

  test('of one admin four are under way; more are refused unread, others’ are not', async () => {
    const [karim, nadia] = await Promise.all([app.signIn('karim'), app.signIn('nadia')])
    const small = await drawPicture()
    const begun = Array.from({ length: 5 }, () => beginUpload(nadia))
    expect(await Promise.race(begun.map(({ status }) => status))).toBe(429)
    const before = await fingerprint(app.db)
    // What is read of it would be told as too large.
    expect(await sendPicture(app.url, Buffer.concat([small, Buffer.alloc(6 * 1024 * 1024)]), nadia)).toMatchObject(BUSY)
    expect(changedTables(before, await fingerprint(app.db))).toEqual([])
    expect((await sendPicture(app.url, small, karim)).status).toBe(200)
    for (const { hangUp } of begun) hangUp()
    await expect.poll(async () => (await sendPicture(app.url, small, nadia)).status).toBe(200)
    // Also of who goes at once, while the session is looked up.
    for (let at = 0; at < 30; at++) {
      const { hangUp } = beginUpload(nadia)
      await sleep(at % 6)
      hangUp()
    }
    const isIdle = async () => {
      const replies = await Promise.all(Array.from({ length: 4 }, () => sendPicture(app.url, small, nadia)))
      return replies.every(({ status }) => status === 200)
    }
    await expect.poll(isIdle).toBe(true)
    // A place is free again by the time of the reply, whatever that says.
    for (let round = 0; round < 3; round++) {
      const replies = await Promise.all(
        [small, Buffer.from('no picture'), small, Buffer.alloc(0)].map((content) => sendPicture(app.url, content, nadia)),
      )
      expect(replies.map(({ status }) => status)).toEqual([200, 422, 200, 422])
    }
  })

  test('an admin with a thousand unused pictures uploads no more until they are swept', async () => {
    const [rahim, nadia] = await Promise.all([app.signIn('rahim'), app.signIn('nadia')])
    await query(
      app.db,
      `insert into uploads (path, uploaded_by)
       select '/images/hoard-' || i || '.webp', $1 from generate_series(1, 1000 - (select count(*) from uploads where uploaded_by = $1)) i`,
      [app.world.admins.nadia],
    )
    const refused = await sendPicture(app.url, await drawPicture(), nadia)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'You have too many unused pictures. They are removed after a day.',
    ])
    expect((await sendPicture(app.url, await drawPicture(), rahim)).status).toBe(200)
    await query(app.db, `update uploads set used_at = now() where path = '/images/hoard-1.webp'`)
    expect((await sendPicture(app.url, await drawPicture(), nadia)).status).toBe(200)
    expect((await sendPicture(app.url, await drawPicture(), nadia)).status).toBe(429)
    await query(app.db, `delete from uploads where path like '%hoard%'`)
  })

  test('a storage that fails is reported, and leaves nothing that a row could show', async () => {
    const token = await app.signIn('rahim')
    bucket.fail(true)
    const reply = await sendPicture(app.url, await drawPicture(), token)
    bucket.fail(false)
    expect(reply).toMatchObject({ status: 503, body: { message: UPLOAD_FAILED } })
    const { path } = await app.db.selectFrom('uploads').select('path').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect((await app.call(banners.create, { note: 'Half', banner: path }, token)).status).toBe(422)
  })
})

test('a wrong key is refused by the bucket, and every signature of ours was right', async () => {
  expect(bucket.refused).toEqual([])
  const wrong = openBucket({ ...BUCKET, endpoint: bucket.endpoint, secretKey: 'another' })
  await expect(wrong.write('0123456789abcdef.webp', Buffer.from('x'))).rejects.toThrow('answered 403')
  expect(bucket.refused).toEqual(['SignatureDoesNotMatch'])
  const elsewhere = openBucket({ ...BUCKET, bucket: 'nowhere', endpoint: bucket.endpoint })
  await expect(elsewhere.write('0123456789abcdef.webp', Buffer.from('x'))).rejects.toThrow('nowhere does not exist')
})

test('what a cut write has left behind is in no way, and goes with its picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'topdeck-images-'))
  const images = openFolder(folder)
  const left = join(folder, '.a.webp.part')
  writeFileSync(left, 'half')
  await images.write('a.webp', Buffer.from('whole'))
  expect(readdirSync(folder)).toEqual(['a.webp'])
  writeFileSync(left, 'half')
  await images.remove('a.webp')
  expect(readdirSync(folder)).toEqual([])
  await rm(folder, { recursive: true })
})
