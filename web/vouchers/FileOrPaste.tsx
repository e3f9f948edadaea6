import { Input } from '@mantine/core'
import { FileBox } from '../forms/fields/FileBox.tsx'
import { useField } from '../forms/fields/form-fields.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './vouchers.module.css'

interface FileOrPasteProps {
  readonly name: string
  readonly file: File | undefined
  readonly onChoose: (file: File | undefined) => void
}

/** A file, chosen or dropped, or else what is pasted. */
export function FileOrPaste({ name, file, onChoose }: FileOrPasteProps) {
  const t = useT()
  const { box, change } = useField<string>({ name, label: 'Or paste codes' })
  return (
    <>
      <FileBox
        label={t('File')}
        description={t('Text, CSV, TSV or .xlsx, up to 20 MB. A spreadsheet’s first sheet is read.')}
        accept=".txt,.csv,.tsv,.xlsx,text/plain,text/csv"
        file={file}
        onChoose={onChoose}
      />
      {!file && (
        <Input.Wrapper
          id={box.id}
          label={box.label}
          description={t('One code per line, or columns as in a spreadsheet.')}
          error={box.error}
        >
          <Input
            id={box.id}
            component="textarea"
            multiline
            rows={5}
            name={name}
            className={classes.paste}
            spellCheck={false}
            autoComplete="off"
            value={box.value}
            onChange={(event) => change(event.currentTarget.value)}
          />
        </Input.Wrapper>
      )}
    </>
  )
}
