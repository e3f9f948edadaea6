import { smallImage } from '#contract/uploads.ts'
import { Picture } from '../../lists/cells/Picture.tsx'
import { type Column, column, type Listed } from '../../ui/table/columns.ts'

export const pictureColumn = <R extends Listed>(label: string, of: (row: R) => { image: string; name: string }): Column<R> =>
  column('picture', label, {
    card: 'select',
    widthPx: 64,
    show: (row) => {
      const { image, name } = of(row)
      return <Picture image={image === '' ? '' : smallImage(image)} name={name} />
    },
  })
