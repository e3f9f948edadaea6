import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { IMAGES_PATH, smallImage, uploads } from '#contract/uploads.ts'
import { type Context, type Handlers, phases } from '../context.ts'
import { Invalid, isNoSpace, TooMany, Unavailable } from '../errors.ts'
import { remake } from './pictures.ts'

const NAME_BYTES = 16
const UNUSED_PER_ADMIN = 1_000

export const uploadHandlers: Handlers<typeof uploads> = {
  image: phases(uploads.image, {
    /** The row first, so that a file left by a crash is swept too. */
    async attempt(ctx) {
      await limitUnused(ctx)
      const name = `${randomBytes(NAME_BYTES).toString('hex')}.webp`
      const row = { path: `${IMAGES_PATH}${name}`, uploaded_by: ctx.admin.id }
      const { id } = await ctx.db.insertInto('uploads').values(row).returning('id').executeTakeFirstOrThrow()
      return { id, name }
    },

    async prepare(_input, { id, name }, { file, images }) {
      const picture = await remake(file ?? '').catch((cause: unknown) => {
        if (cause instanceof Invalid) throw cause
        throw Object.assign(new Invalid('upload_failed', uploads.image.upload?.field), { cause })
      })
      try {
        // The small file first: once the full image exists, both do.
        await images.write(smallImage(name), picture.small)
        await images.write(name, picture.full)
      } catch (cause) {
        if (isNoSpace(cause)) throw cause
        throw Object.assign(new Unavailable('upload_failed'), { cause })
      }
      return { ...picture, id, name }
    },

    async run(ctx, _input, { id, name, full, width, height }) {
      await ctx.db
        .updateTable('uploads')
        .set({ stored_at: sql`now()`, bytes: full.length, width, height })
        .where('id', '=', id)
        .execute()
      ctx.note({ subjectId: id, image: `${IMAGES_PATH}${name}` })
      return { image: `${IMAGES_PATH}${name}` }
    },
  }),
}

/** Every admin may upload; without a limit one could fill the disk within a day. */
const limitUnused = async ({ db, admin }: Context): Promise<void> => {
  const { unused } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('unused'))
    .where('uploaded_by', '=', admin.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (unused >= UNUSED_PER_ADMIN) throw new TooMany('too_many_pictures')
}
