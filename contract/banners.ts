import { z } from 'zod'
import { crud, Link, Picture, StoredPicture } from './crud.ts'
import { Flag, required } from './list.ts'

const note = required('Note is required', 300)

export const banners = crud({
  path: 'banner',
  name: 'Banner',
  access: 'banners',
  sorts: ['note'],
  fields: {
    row: {
      note: z.string(),
      link: z.string(),
      banner: z.string(),
      banner_full_url: z.string(),
      isactive: z.number(),
    },
    create: { note, banner: Picture('Banner image is required'), link: Link, isactive: Flag.default(1) },
    /** A link can be changed but not removed (422 'Link is required'). */
    update: { note, banner: StoredPicture, link: Link, isactive: Flag.optional() },
  },
})
