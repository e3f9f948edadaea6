import { z } from 'zod'
import { crud, Link, Picture, StoredPicture } from './crud.ts'
import { Flag, required } from './list.ts'
import { say } from './messages/fields.ts'

const note = required(say('note_required'), 300)

export const banners = crud({
  path: 'banner',
  name: 'Banner',
  access: 'banners',
  effects: [],
  sorts: ['note'],
  fields: {
    row: {
      note: z.string(),
      link: z.string(),
      banner: z.string(),
      banner_full_url: z.string(),
      isactive: z.number(),
    },
    create: { note, banner: Picture(say('banner_image_required')), link: Link, isactive: Flag.default(1) },
    /** A link can be changed but not removed (422 say('link_required')). */
    update: { note, banner: StoredPicture, link: Link, isactive: Flag.optional() },
  },
})
