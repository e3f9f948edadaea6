import { z } from 'zod'
import { crud, Link, Picture, StoredPicture } from './crud.ts'
import { NOTICE_FOR_HOME_MODAL } from './limits.ts'
import { Flag, requiredFreeText, text } from './list.ts'
import { say } from './messages/fields.ts'

const fields = {
  title: text(300).default(''),
  link: Link,
  notice: requiredFreeText(say('notice_required')),
  for_home_modal: Flag.default(NOTICE_FOR_HOME_MODAL),
  template: text(300).default(''),
}

export const notices = crud({
  path: 'notice',
  name: 'Notice',
  access: 'notices',
  effects: [],
  sorts: ['title'],
  fields: {
    row: {
      title: z.string(),
      image: z.string(),
      image_full_url: z.string(),
      link: z.string(),
      notice: z.string(),
      for_home_modal: z.number(),
      template: z.string(),
      is_active: z.number(),
      is_home_modal: z.number(),
    },
    create: { ...fields, image: Picture(say('image_required')), is_active: Flag.default(1) },
    update: { ...fields, image: StoredPicture, is_active: Flag.optional() },
  },
})
