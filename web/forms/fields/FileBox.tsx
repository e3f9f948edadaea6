import { Button, Input } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../../ui/text/i18n.ts'
import classes from './file-box.module.css'

interface FileBoxProps {
  /** Already translated, as `description`. */
  readonly label: string
  readonly description: string
  readonly accept: string
  readonly file: File | undefined
  readonly onChoose: (file: File | undefined) => void
}

/** A file, chosen or dropped. */
export function FileBox({ label, description, accept, file, onChoose }: FileBoxProps) {
  const t = useT()
  const id = useId()
  return (
    <Input.Wrapper id={id} label={label} description={description}>
      <div className={classes.file}>
        {/* Another element for another file: a chosen name cannot be taken back. */}
        <input
          key={file ? 'chosen' : 'empty'}
          id={id}
          type="file"
          accept={accept}
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
  )
}
