import { Checkbox, Stack, Text } from '@mantine/core'

import { COLUMN_FIELDS, type ColumnField, type LeftOut, type Preview } from '#contract/voucher-imports.ts'
import { loadErrorMessage } from '../calls/errors.ts'
import type { useFilePreview } from '../calls/use-file-preview.ts'
import { Select } from '../ui/Select.tsx'
import { Loading } from '../ui/states.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import classes from './vouchers.module.css'

const FIELD_LABELS: Readonly<Record<ColumnField, string>> = {
  code: 'Code',
  pin: 'PIN',
  serial: 'Serial number',
  expiry: 'Expiry',
  cost: 'Cost',
  skip: 'Do not read',
}

interface ImportPreviewProps {
  readonly query: Pick<ReturnType<typeof useFilePreview<never, never>>, 'error' | 'isPlaceholderData'> & {
    readonly data: Preview | undefined
  }
  /** Lines that are taken although they look suspicious. */
  readonly kept: ReadonlySet<number>
  readonly onKeep: (lines: ReadonlySet<number>) => void
  /** As the admin has changed them. */
  readonly columns: readonly ColumnField[] | undefined
  readonly onColumns: (columns: readonly ColumnField[]) => void
}

/** What was read: the columns, how many codes, and each line that is left out with why. */
export function ImportPreview({
  query: { data, error, isPlaceholderData },
  kept,
  onKeep,
  columns,
  onColumns,
}: ImportPreviewProps) {
  const t = useT()
  if (error) return <Warning title={loadErrorMessage(error)} role="alert" />
  if (!data) return <Loading rows={3} height={32} />
  // At once: a second change may come before the first is read.
  const fields = columns ?? data.columns.map(({ field }) => field)
  return (
    <Stack gap="sm" aria-busy={isPlaceholderData}>
      <Text fw={600} role="status">
        {describe(data, kept.size)}
      </Text>
      {data.columns.length > 1 && (
        <div className={classes.columns}>
          {data.columns.map(({ title, samples }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
            <div key={at}>
              <Select
                label={title === '' ? t('Column {{number}}', { number: at + 1 }) : title}
                value={fields[at] ?? 'skip'}
                choices={COLUMN_FIELDS.map((one) => [one, t(FIELD_LABELS[one])] as const)}
                onChange={(chosen) => onColumns(fields.with(at, chosen as ColumnField))}
              />
              <small>{samples.join(', ')}</small>
            </div>
          ))}
        </div>
      )}
      {!fields.includes('code') && <Warning title={t('Choose which column holds the codes')} role="alert" />}
      {data.left_out_count > 0 && <LeftOutLines preview={data} kept={kept} onKeep={onKeep} />}
    </Stack>
  )
}

/** '98 codes · 2 repeated in the file · 3 left out · line 1 has the titles' */
const describe = ({ codes, repeated, left_out_count, header_line }: Preview, kept: number): string =>
  [
    t(codes + kept === 1 ? '{{count}} code' : '{{count}} codes', { count: codes + kept }),
    repeated > 0 && t('{{count}} repeated in the file', { count: repeated }),
    left_out_count - kept > 0 && t('{{count}} left out', { count: left_out_count - kept }),
    header_line !== null && t('line {{line}} has the titles', { line: header_line }),
  ]
    .filter((words) => words !== false)
    .join(' · ')

function LeftOutLines({ preview, kept, onKeep }: { preview: Preview } & Pick<ImportPreviewProps, 'kept' | 'onKeep'>) {
  const t = useT()
  const { left_out: lines, left_out_count: count, codes } = preview
  const change = ({ line }: LeftOut) =>
    onKeep(kept.has(line) ? new Set([...kept].filter((one) => one !== line)) : new Set([...kept, line]))
  return (
    <section aria-label={t('Lines that are left out')}>
      <Text size="sm">{t(codes === 0 ? 'No line is a voucher code' : 'Tick a line that is a code all the same.')}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <ul className={classes.leftOutLines} tabIndex={0}>
        {lines.map((left, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line can be left out twice
          <li key={at}>
            <Checkbox
              disabled={!left.can_keep}
              checked={kept.has(left.line)}
              onChange={() => change(left)}
              label={
                <>
                  <small>
                    {t('Line {{line}}', { line: left.line })}: {t(left.reason)}
                  </small>
                  <span>{left.text}</span>
                </>
              }
            />
          </li>
        ))}
      </ul>
      {count > lines.length && <Text size="sm">{t('The first {{count}} are shown.', { count: lines.length })}</Text>}
    </section>
  )
}
