import { Button, Input, Stack, Text, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import type { Output } from '#contract/endpoint.ts'
import { useFilePreview } from '../calls/use-file-preview.ts'
import { Loading, ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './campaigns.module.css'

interface ChooseNumbersProps {
  readonly onAdd: (numbers: readonly string[]) => void
}

/** A file or a paste, and what was read of it. */
export function ChooseNumbers({ onAdd }: ChooseNumbersProps) {
  const t = useT()
  const id = useId()
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState<File>()
  return (
    <Stack gap="md">
      <Input.Wrapper
        id={id}
        label={t('File')}
        description={t('Text, CSV, TSV or .xlsx, up to 20 MB. A spreadsheet’s first sheet is read.')}
      >
        <div>
          <input
            id={id}
            type="file"
            accept=".txt,.csv,.tsv,.xlsx,text/plain,text/csv"
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
        </div>
      </Input.Wrapper>
      <Textarea
        label={t('Or paste a list')}
        description={t('One line each; names beside the numbers do no harm.')}
        rows={4}
        value={pasted}
        onChange={(event) => {
          setPasted(event.currentTarget.value)
          setFile(undefined)
        }}
      />
      {pasted.trim() !== '' && !file && (
        <Button variant="default" w="fit-content" onClick={() => setFile(new File([pasted], 'list.txt', { type: 'text/plain' }))}>
          {t('Read the list')}
        </Button>
      )}
      {file && <Found file={file} onAdd={onAdd} />}
    </Stack>
  )
}

function Found({ file, onAdd }: { file: File; onAdd: (numbers: readonly string[]) => void }) {
  const t = useT()
  const query = useFilePreview(campaigns.readNumbers, {}, file)
  if (query.error) return <ReadError query={query} />
  if (!query.data) return <Loading rows={3} height={32} />
  const { numbers, repeated, invalid } = query.data
  return (
    <Stack gap="sm">
      <Text role="status">{t('Numbers found: {{count}}, repeated: {{repeated}}', { count: numbers.length, repeated })}</Text>
      {invalid.length > 0 && <LeftOut invalid={invalid} />}
      <Button w="fit-content" disabled={numbers.length === 0} onClick={() => onAdd(numbers)}>
        {t('Add to the recipients')}
      </Button>
    </Stack>
  )
}

function LeftOut({ invalid }: Pick<Output<typeof campaigns.readNumbers>, 'invalid'>) {
  const t = useT()
  return (
    <details open={invalid.length <= 10}>
      <summary>{t('Left out: {{count}}', { count: invalid.length })}</summary>
      <ul className={classes.leftOut} aria-label={t('Lines without a number')}>
        {invalid.map(({ line, text, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may be named twice, and the list never changes
          <li key={at}>
            {t('Line {{line}}', { line })}: {text} ({t(reason)})
          </li>
        ))}
      </ul>
    </details>
  )
}
