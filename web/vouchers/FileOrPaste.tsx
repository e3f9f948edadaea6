import { Button, Input } from '@mantine/core'
import { useId } from 'react'
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
  const id = useId()
  const { box, change } = useField<string>({ name, label: 'Or paste codes' })
  return (
    <>
      <Input.Wrapper
        id={id}
        label={t('File')}
        description={t('Text, CSV, TSV or .xlsx, up to 20 MB. A spreadsheet’s first sheet is read.')}
      >
        <div className={classes.file}>
          {/* Another element for another file: a chosen name cannot be taken back. */}
          <input
            key={file ? 'chosen' : 'empty'}
            id={id}
            type="file"
            accept=".txt,.csv,.tsv,.xlsx,text/plain,text/csv"
            hidden={file !== undefined}
            onChange={(event) => onChoose(event.currentTarget.files?.[0])}
          />
          {file ? (
            <>
              <span>{file.name}</span>
              <Button autoFocus size="compact-sm" variant="default" onClick={() => onChoose(undefined)}>
                {t('Remove the file')}
              </Button>
            </>
          ) : (
            <span>{t('Drop a file here or choose one.')}</span>
          )}
        </div>
      </Input.Wrapper>
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
            rows={6}
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
